// Keeps the files of the page, so that it opens without a network. Nearly all lie in a folder named after their contents:
// those of two builds never mix. `static_page.rs` fills in the next two lines.

const VERSION = '';
const FILES = [''];

/** TypeScript types `self` as a dedicated worker. */
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const { scope } = worker.registration;
const PREFIX = `tengen ${scope} `;
const NAME = PREFIX + VERSION;
const PAGE = './';
/** The folder of this build. */
const FOLDER = /** @type {string} */ (FILES.find((file) => file.includes('/'))).split('/')[0];
/** Other pages may lie below this one: only its own addresses are answered. */
const PAGES = [scope, `${scope}index.html`];
const KEPT = FILES.map((file) => scope + file);
/** After this long, serve the kept page. */
const PATIENCE_MS = 4000;

worker.addEventListener('install', (event) => event.waitUntil(keep()));
// A new build waits until no tab has the page open, as is the rule of service workers: a tab may still ask for its own files.
worker.addEventListener('activate', (event) => event.waitUntil(dropOthers()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = request.url.replace(/[?#].*$/, '');
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate' ? PAGES.includes(address) : KEPT.includes(address)) event.respondWith(request.mode === 'navigate' ? newest(request) : kept(request));
});

async function keep() {
  const cache = await caches.open(NAME);
  try {
    // Past the browser's own cache, which may have the page of the build before.
    const page = await fetch(PAGE, { cache: 'reload' });
    const text = await page.text();
    if (!page.ok || !text.includes(FOLDER)) throw new Error(`the page is not the one of ${FOLDER} (status ${page.status})`);
    // Without a description or an icon the page works as well.
    await Promise.all(FILES.map((file) => cache.add(file).catch((error) => {
      if (file.startsWith(FOLDER)) throw error;
    })));
    // A response of its own: one that was redirected may not answer a navigation.
    const headers = new Headers(page.headers);
    for (const name of ['content-encoding', 'content-length']) headers.delete(name);
    await cache.put(PAGE, new Response(text, { headers }));
  } catch (error) {
    await caches.delete(NAME);
    throw error;
  }
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
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}

/** The page from the host, so that a new build is seen at once; the kept one if the host does not answer. @param {Request} request */
async function newest(request) {
  const cache = await caches.open(NAME);
  const page = await cache.match(PAGE);
  if (!page) return fetch(request);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, page));
  const asked = fetch(request, { cache: 'no-cache' });
  const fetched = asked.then((response) => (response.ok || response.type === 'opaqueredirect' ? response : page), () => page);
  return Promise.race([fetched, late]);
}
