/** The entry point of gallery.html. Not linked from any page; `npm run gallery` photographs it. */
import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { fetchAllCodecs } from '../app/address/address.ts';
import { Gallery } from './Gallery.tsx';
import { STATES } from './states.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('gallery.html has no #root');
const at = root;
// The header's state names a page whose entry is fetched with the others.
void fetchAllCodecs().then(() =>
  createRoot(at).render(
    <StrictMode>
      <Gallery states={STATES} />
    </StrictMode>,
  ),
);
