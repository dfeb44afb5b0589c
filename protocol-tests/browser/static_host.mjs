// A static host for the tests and measurements of the page without a server: files of a folder, as simple hosts send them.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm', '.webmanifest': 'application/manifest+json' };

/** As hosts set them: the files are packed once. */
const PACKERS = {
  gzip: (bytes) => gzipSync(bytes, { level: 6 }),
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
};

/**
 * Serves a folder at a path that is not the root. `wasmType` is the type of the engine, `packed` one of the packers, `maxAge` the
 * seconds that browsers may keep a file; with `redirects` the address of the folder is that of its page. `port` as before starts it again.
 */
export async function startHost(folder, { prefix = '/some/folder/', wasmType = TYPES['.wasm'], packed = null, maxAge = null, redirects = false, port = 0 } = {}) {
  const packages = new Map();
  const host = { folder, asked: [], slow: null };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://x');
    host.asked.push(pathname);
    if (redirects && pathname === prefix) return response.writeHead(302, { location: `${prefix}index.html` }).end();
    const path = normalize(pathname.startsWith(prefix) ? pathname.slice(prefix.length).replace(/(^|\/)$/, '$1index.html') : '..');
    try {
      if (path.startsWith('..')) throw new Error('another folder');
      let body = await readFile(join(host.folder, path));
      const headers = { 'content-type': extname(path) === '.wasm' ? wasmType : TYPES[extname(path)] ?? 'application/octet-stream' };
      if (maxAge !== null) headers['cache-control'] = `max-age=${maxAge}`;
      if (packed) {
        const key = `${host.folder}/${path}`;
        if (!packages.has(key)) packages.set(key, PACKERS[packed](body));
        body = packages.get(key);
        headers['content-encoding'] = packed;
      }
      response.writeHead(200, { ...headers, 'content-length': body.length });
      if (host.slow && extname(path) === '.wasm') {
        response.write(body.subarray(0, body.length / 2));
        await host.slow;
        body = body.subarray(body.length / 2);
      }
      response.end(body);
    } catch {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>404</h1>');
    }
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  host.port = server.address().port;
  host.url = `http://127.0.0.1:${host.port}${prefix}`;
  host.close = async () => {
    server.close();
    server.closeAllConnections();
    await pause(0);
  };
  return host;
}

/** The final answers of the engine, asked without the page around it, in a worker of its own. The page may have a function `searched`, called after each. */
export const askEngine = (page, requests) => page.evaluate(async (messages) => {
  const { engine } = document.documentElement.dataset;
  const address = new URL(engine, document.baseURI);
  const worker = new Worker(new URL('worker.js', address));
  const module = await WebAssembly.compileStreaming(fetch(address));
  const next = (/** @type {(data: any) => boolean} */ isIt) => new Promise((resolve) => { worker.onmessage = ({ data }) => isIt(data) && resolve(data); });
  const ready = next((data) => data === 'ready');
  worker.postMessage({ module });
  await ready;
  const answers = [];
  for (const message of messages) {
    const answer = next(({ event }) => event === 'done' || event === 'error');
    worker.postMessage({ message });
    answers.push(await answer);
    await globalThis.searched?.();
  }
  worker.terminate();
  return answers;
}, requests);
