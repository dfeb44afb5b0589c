// The page without a network: a service worker keeps its files. Only for the page without a server.

/**
 * Starts it once the engine is there: what it fetches then comes from the browser's cache, where the host allows one. Browsers
 * have service workers on secure pages only.
 * @param {import('../engine/engine.js').Engine} engine
 */
export function keepOffline(engine) {
  engine.onState((state) => {
    if (state !== 'open' || !navigator.serviceWorker) return;
    const warn = (/** @type {string} */ why) => console.warn(`The page is not kept for use without a network: ${why}`);
    navigator.serviceWorker.register('service_worker.js').then((registration) => {
      const { installing } = registration ?? {};
      installing?.addEventListener('statechange', () => installing.state === 'redundant' && warn('its files could not be fetched and stored'));
    }, (error) => warn(error.message));
  });
}
