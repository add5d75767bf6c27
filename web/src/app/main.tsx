/** Where the page begins. */
import '../ui/fonts.css';
import '../ui/tokens.css';
import '../ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { DEFAULT_LANG, messagesIn } from '../base/messages/index.ts';
import { App } from './App.tsx';
import { browserAddressHost, createAddressStore } from './address/store.ts';
import { isolate } from './isolation.ts';

void isolate();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
const store = createAddressStore(browserAddressHost, (lang) => messagesIn(lang ?? DEFAULT_LANG));
createRoot(root).render(
  <StrictMode>
    <App store={store} />
  </StrictMode>,
);
