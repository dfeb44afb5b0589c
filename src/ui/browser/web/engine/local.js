// The engine as WebAssembly in a worker: for the page without a server.

import { requests } from './requests.js';

/** @returns {import('./engine.js').Engine} */
export function localEngine() {
  const worker = new Worker(new URL('worker.js', document.baseURI), { type: 'module' });
  const { engine, become, receive, lose } = requests((message) => worker.postMessage(message));
  worker.onmessage = ({ data }) => (data === 'ready' ? become('open') : receive(data));
  // It cannot be loaded, the browser lacks what it needs, or it has crashed.
  worker.onerror = lose;
  return engine;
}
