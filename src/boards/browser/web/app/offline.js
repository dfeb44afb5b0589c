// The page without a network: a service worker keeps its files. Only for the page without a server.

/**
 * Starts it once the engine is there, so that it does not load the same bytes beside it. Browsers have service workers
 * on secure pages only.
 * @param {import('../engine/engine.js').Engine} engine
 */
export function keepOffline(engine) {
  engine.onState((state) => {
    if (state !== 'open' || !navigator.serviceWorker) return;
    navigator.serviceWorker.register('service_worker.js').catch((error) => console.warn(`The page is not kept for use without a network: ${error.message}`));
  });
}
