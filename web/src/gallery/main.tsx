/** The entry point of gallery.html. Not linked from any page; `npm run gallery` photographs it. */
import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Gallery } from './Gallery.tsx';
import { STATES } from './states.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('gallery.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Gallery states={STATES} />
  </StrictMode>,
);
