/**
 * The browser's missing capabilities: `what` names one, `why` says why it is needed, `todo` gives a way forward.
 * One set per case, because a reader can do something different about each.
 */
import { addTexts } from '../english.ts';
import type { Area } from '../types.ts';

export const capability = addTexts({
  'capability.wasm.what': 'WebAssembly is missing.',
  'capability.wasm.why':
    'The engine is C compiled to WebAssembly. This browser does not run it, or a setting forbids it.',
  'capability.wasm.todo': 'Use a current Chrome, Edge, Firefox or Safari, or switch off its strictest protection mode.',
  'capability.simd.what': 'WebAssembly SIMD is missing.',
  'capability.simd.why': 'The engine uses 128-bit instructions, as PostgreSQL’s own build does.',
  'capability.simd.todo': 'Use Chrome 91, Firefox 89, Safari 16.4 or a later version.',
  'capability.threads.what': 'WebAssembly threads are missing.',
  'capability.threads.why':
    'Each active connection is a thread. This browser has no shared memory with atomics for them.',
  'capability.threads.todo': 'Use a current Chrome, Edge, Firefox or Safari.',
  'capability.sharedMemory.what': 'This browser gives no page shared memory.',
  'capability.sharedMemory.why':
    'Each active connection is a thread, and threads share memory. This page is isolated, as browsers demand for that, and still gets none.',
  'capability.sharedMemory.todo':
    'Current versions of Chrome, Edge, Firefox and Safari support it. Browsers built on WebKitGTK, such as GNOME Web, support it only when they are started with JSC_useSharedArrayBuffer=1.',
  'capability.insecure.what': 'This page was not loaded over a secure connection.',
  'capability.insecure.why': 'Browsers give threads and shared memory to HTTPS pages and to localhost only.',
  'capability.insecure.todo': 'Open the same address with https://, or serve a copy from http://localhost.',
  'capability.file.what': 'This page was opened from a file.',
  'capability.file.why': 'Browsers give threads and shared memory to pages from a server only.',
  'capability.file.todo':
    'Serve the folder, for example with “npm start” in a checkout, and open the address it prints.',
  'capability.iframe.what': 'This page is embedded, and the page around it is not isolated.',
  'capability.iframe.why':
    'Threads need shared memory. Inside a frame, browsers give it only if every page around it is isolated too.',
  'capability.iframe.todo': 'Open this page in its own tab.',
  'capability.noServiceWorker.what': 'This page is not cross-origin isolated, and service workers are blocked.',
  'capability.noServiceWorker.why':
    'Threads need shared memory, which browsers give to isolated pages only. This host sends no isolation headers; a service worker would add them.',
  'capability.noServiceWorker.todo':
    'Leave the private window, or allow service workers (site data) for this site, and load the page again.',
  'capability.notIsolated.what': 'This page is not cross-origin isolated.',
  'capability.notIsolated.why':
    'Threads need shared memory, which browsers give to isolated pages only. The isolation headers did not take effect, though the page was loaded again for them.',
  'capability.notIsolated.todo': 'Close this tab, open the page in a new one, or use another browser.',
  'capability.isolating.what': 'This page is becoming cross-origin isolated.',
  'capability.isolating.why': 'Threads need shared memory. The page loads itself again, once, to get it.',
  'capability.isolating.todo': 'If nothing happens, load the page again.',
  'capability.openAlone': 'Open in its own tab',
  'capability.stillPublished': 'The published curves need none of this. They are shown below.',
  'capability.publishedAbove': 'The published curves, shown above, need none of this.',
  'capability.stillModelled': 'The modelled numbers need none of this. They are shown below.',
  'capability.stillServers':
    'The results of real servers are below, and the model runs here: neither needs any of this.',
} satisfies Area<'capability'>);
