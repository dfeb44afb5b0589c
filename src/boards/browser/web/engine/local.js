// The engine as WebAssembly in a worker: for the page without a server.

import { requests } from './requests.js';

/** @returns {import('./engine.js').Engine} */
export function localEngine() {
  /** @type {Worker} */
  let worker;
  const { engine, become, receive, lose } = requests((message) => worker.postMessage(message));
  const local = { ...engine, isLocal: true };
  if (!('Suspending' in WebAssembly)) {
    lose('unsupported');
    return local;
  }
  worker = new Worker(new URL('worker.js', document.baseURI), { type: 'module' });
  worker.onmessage = ({ data }) => (data === 'ready' ? become('open') : receive(data));
  worker.onerror = () => lose(engine.state() === 'open' ? 'crashed' : 'unloadable');
  return local;
}
