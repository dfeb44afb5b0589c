// The board as a static page: the engine runs in a worker of the page, without `tengen board`.
// `.ci/static --test` builds the page and starts this; TENGEN_STATIC is its folder.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { after, before, test } from 'node:test';
import { cell, moves, newPage, open, until } from './harness.mjs';

const FOLDER = process.env.TENGEN_STATIC;
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm' };

let url;
let server;
before(async () => {
  assert.ok(FOLDER, 'TENGEN_STATIC is not set');
  server = createServer(async (request, response) => {
    const path = new URL(request.url, 'http://x').pathname.replace(/\/$/, '/index.html');
    try {
      const body = await readFile(join(FOLDER, normalize(path)));
      response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${server.address().port}/`;
});
after(() => server?.close());

test('the engine answers a move', async () => {
  const page = await newPage();
  await open(page, url);
  await cell(page, 'h8').click();
  await until(page, async () => (await moves(page)).length === 2, 'the engine plays');
  assert.deepEqual(page.problems, []);
});

test('analysis stops at once and continues from its table', async () => {
  const page = await newPage();
  await open(page, url, '#freestyle/15x15/h8i9g9i7');
  const depth = async () => Number((await page.locator('.panel[data-running]').innerText()).match(/Depth\s+(\d+)/)?.[1] ?? 0);
  await page.getByRole('button', { name: 'Analyze' }).click();
  await until(page, async () => (await depth()) >= 12, 'depth 12');
  const began = performance.now();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.locator('.panel[data-running=false]').waitFor();
  const stopped = performance.now() - began;
  console.log(`stopped after ${stopped.toFixed(0)} ms at depth ${await depth()}`);
  assert.ok(stopped < 1000, `stopped after ${stopped} ms`);
  assert.deepEqual(page.problems, []);
});

test('forbidden points are judged and a win is proved', async () => {
  const page = await newPage();
  await open(page, url, '#renju/9x9/black=e7,e6,c5,d5&white=a9,c9,g9,i9&to-move=black/');
  await page.getByRole('tab', { name: 'Threats' }).click();
  await page.locator('.reason').first().waitFor();
  await open(page, url, '#freestyle/15x15/black=d8,e8,f8,g10,g9&white=c8,a1,o1,a15,o15&to-move=black/');
  await page.getByRole('tab', { name: 'Threats' }).click();
  await page.locator('[data-key=solve-win]').click();
  await page.locator('[data-key=walk]').waitFor();
  assert.deepEqual(page.problems, []);
});
