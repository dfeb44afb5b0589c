// The board as a static page: the engine runs in a worker of the page, without `tengen board`.
// `.ci/static --test` builds the page and starts this; TENGEN_STATIC is its folder.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { after, before, test } from 'node:test';
import { cell, moves, newGame, newPage, open, until } from './harness.mjs';

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

test('while an analysis runs, every other question is answered', async () => {
  const page = await newPage();
  await open(page, url);
  await newGame(page, { players: 'Play Black', level: 3 });
  await page.keyboard.press('a');
  const depth = async () => Number((await page.locator('.panel[data-running]').textContent()).match(/Depth(\d+)/)?.[1] ?? 0);
  const isAnalyzing = () => until(page, async () => (await page.locator('.candidate').count()) > 0 && (await depth()) > 3, 'the analysis goes on');
  await isAnalyzing();
  // A move: it is judged and answered, and the analysis follows.
  await cell(page, 'h8').click();
  await until(page, async () => (await moves(page)).length === 2, 'the engine answers');
  await isAnalyzing();
  await page.keyboard.press('h');
  await page.getByText(/^The engine would play/).first().waitFor();
  await page.getByRole('tab', { name: 'Threats' }).click();
  await page.locator('[data-key=solve-win]').click();
  await page.getByText(/has no win by fours and threes|Not decided within the time limit/).first().waitFor();
  await page.locator('[data-key=explain]').click();
  await page.locator('.explanation').waitFor();
  const coming = page.waitForEvent('download');
  await page.keyboard.press('s');
  const download = await coming;
  assert.equal(download.suggestedFilename(), 'game.sgf');
  await page.getByRole('tab', { name: 'Analysis' }).click();
  await isAnalyzing();
  // Stopped in the middle of another question it stays stopped.
  await page.keyboard.press('h');
  await page.keyboard.press('a');
  await page.locator('[data-key=hint]:not([aria-disabled])').waitFor();
  await page.locator('.panel[data-running=false]').waitFor();
  const seen = await page.locator('.facts').textContent();
  await page.waitForTimeout(500);
  assert.equal(await page.locator('.facts').textContent(), seen);
  assert.deepEqual(page.problems, []);
});

test('a review and a search for a win let every other question pass', async () => {
  const page = await newPage();
  await open(page, url, '#freestyle/15x15/h8i9g9i7i8g8k10j9f7c3c13n4m12d4l11e3k13n7b6');
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.locator('.review [data-key=start]').click();
  const reviewed = async () => Number(/^(\d+)/.exec(await page.locator('.progress span').first().textContent())?.[1]);
  await until(page, async () => (await reviewed()) >= 3, 'the review begins');
  // The verdict about another position comes at once, not after the review.
  const began = performance.now();
  await page.keyboard.press(',');
  await page.keyboard.press('h');
  await page.getByText(/^The engine would play/).first().waitFor();
  assert.ok(performance.now() - began < 4000, 'a hint of one second comes soon');
  assert.ok((await reviewed()) >= 3, 'the review keeps what it has found');
  // An analysis has no end: it waits, and says for what.
  await page.keyboard.press('a');
  await page.getByText('The engine is busy: Review').waitFor({ state: 'attached' });
  await page.getByText('Review again').waitFor({ timeout: 60_000 });
  await page.locator('.candidate').first().waitFor();
  await page.keyboard.press('a');
  const points = await page.locator('.graph-dot').count();
  assert.ok(points >= 19, `every move of the game is on the curve, seen ${points}`);
  // A search for a win that takes its whole time.
  await page.getByRole('tab', { name: 'Threats' }).click();
  await page.locator('[data-key=solve-all-first-moves]').click();
  await page.locator('[data-key=stop-solve]').waitFor();
  await page.locator('[data-key=explain]').click();
  await page.locator('.explanation').waitFor();
  assert.deepEqual(page.problems, []);
});

test('there is no library, and the page offers none', async () => {
  const page = await newPage();
  await open(page, url, '#renju/15x15/h8i9');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog', { name: 'Save and share' }).getByRole('button', { name: '.sgf' }).waitFor();
  assert.equal(await page.getByText('Saved games').count(), 0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('dialog', { name: 'Open a game' }).waitFor();
  assert.equal(await page.getByText('Saved games').count(), 0);
});

test('while the engine is loaded the page says so, and a move waits for it', async () => {
  const page = await newPage();
  let load = () => {};
  const loaded = new Promise((resolve) => { load = resolve; });
  await page.route('**/tengen.wasm', async (route) => {
    await loaded;
    await route.continue();
  });
  await page.goto(url);
  await page.locator('.status', { hasText: 'The engine is being loaded…' }).waitFor();
  await cell(page, 'h8').click();
  await page.waitForTimeout(300);
  assert.equal(await page.locator('.notice:visible').count(), 0, 'nothing is refused');
  load();
  await until(page, async () => (await moves(page)).length === 2, 'the move is played and answered');
  assert.deepEqual(page.problems, []);
});

/** Two persons play without the engine. */
async function playedOn(page) {
  await newGame(page, { players: 'Two players' });
  for (const point of ['h8', 'i9']) await cell(page, point).click();
  await page.locator('[role=gridcell][aria-label="i9, White, move 2"]').waitFor();
}

test('a browser that cannot run the engine is told why, and two persons can play', async () => {
  const page = await newPage();
  await page.addInitScript(() => { delete WebAssembly.Suspending; });
  await page.goto(url);
  const status = page.locator('.status');
  await status.getByText('it needs WebAssembly JSPI, as Chrome 137 and later have').waitFor();
  assert.equal(await status.getByRole('button', { name: 'Reload' }).count(), 0);
  await cell(page, 'h8').click();
  await playedOn(page);
  assert.deepEqual(page.problems, []);
});

test('an engine that cannot be loaded is told, with a button to try again', async () => {
  const page = await newPage();
  await page.route('**/tengen.wasm', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto(url);
  await page.locator('.status').getByText('The engine could not be loaded.').waitFor();
  await playedOn(page);
  await page.unroute('**/tengen.wasm');
  await page.locator('.status').getByRole('button', { name: 'Reload' }).click();
  await page.locator('.connection[data-state=open]').waitFor();
  assert.deepEqual(await moves(page), ['h8', 'i9']);
});
