// Keeps the files of the page, so that it opens without a network. Nearly all lie in a folder named after their contents:
// those of two builds never mix. What writes the folder of the page fills in the next two lines.

const VERSION = '';
const FILES = [''];

/** The type of this scope: the compiler takes every worker for one of the other kind. */
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const PREFIX = `tengen ${worker.registration.scope} `;
const NAME = PREFIX + VERSION;
const PAGE = './';
/** A page that has not come after this time is the kept one. */
const PATIENCE_MS = 4000;

worker.addEventListener('install', (event) => event.waitUntil(keep()));
worker.addEventListener('activate', (event) => event.waitUntil(dropOthers()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(worker.registration.scope)) return;
  event.respondWith(request.mode === 'navigate' ? newest(request) : kept(request));
});

async function keep() {
  const cache = await caches.open(NAME);
  await cache.addAll([PAGE, ...FILES]);
  await worker.skipWaiting();
}

/** Other builds of this page; other pages of the same host keep theirs. */
async function dropOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** @param {Request} request */
async function kept(request) {
  const cache = await caches.open(NAME);
  return (await cache.match(request)) ?? fetch(request);
}

/** The page from the host, so that a new build is seen at once; the kept one if the host is not there. @param {Request} request */
async function newest(request) {
  const cache = await caches.open(NAME);
  const page = await cache.match(PAGE);
  if (!page) return fetch(request);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, page));
  const fetched = fetch(request).then((response) => (response.ok || response.type === 'opaqueredirect' ? response : page), () => page);
  return Promise.race([fetched, late]);
}
