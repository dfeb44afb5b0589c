// The board as a static page: the engine runs in a worker of the page, without `tengen board`.
// `.ci/static --test` builds the page and starts this; TENGEN_STATIC is its folder.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { busyness, cell, moves, newGame, newPage, open, startServer, until } from './harness.mjs';
import { askEngine, startHost } from './static_host.mjs';

const FOLDER = process.env.TENGEN_STATIC;
const NATIVE = process.env.TENGEN_BOARD;

const hosts = [];
async function hostOf(folder, options) {
  const host = await startHost(folder, options);
  hosts.push(host);
  return host;
}

let host;
let url;
before(async () => {
  assert.ok(FOLDER, 'TENGEN_STATIC is not set');
  host = await hostOf(FOLDER);
  ({ url } = host);
});
after(() => Promise.all(hosts.map((each) => each.close())));

/** The files of a folder, with their folders. */
const filesOf = (folder) => readdirSync(folder, { recursive: true }).filter((name) => statSync(join(folder, name)).isFile());
/** The folder with the parts of this build. */
const versionOf = (folder) => filesOf(folder).find((name) => name.endsWith('tengen.wasm')).split('/')[0];

test('the page is few files, and asks for few', async () => {
  const files = filesOf(FOLDER);
  assert.ok(files.length <= 25, `${files.length} files: ${files.join(' ')}`);
  host.asked.length = 0;
  const page = await newPage({ serviceWorkers: 'block' });
  await open(page, url);
  assert.ok(host.asked.length <= 10, `the page asked for ${host.asked.join(' ')}`);
  assert.ok(host.asked.every((path) => path.startsWith('/some/folder/')), `all below the page: ${host.asked.join(' ')}`);
  assert.deepEqual(page.problems, []);
});

test('the engine answers a move', async () => {
  const page = await newPage();
  await open(page, url);
  await cell(page, 'h8').click();
  await until(page, async () => (await moves(page)).length === 2, 'the engine plays');
  assert.deepEqual(page.problems, []);
});

test('analysis stops at once and can be continued', async () => {
  const page = await newPage();
  await open(page, url, '#freestyle/15x15/h8i9g9i7');
  const depth = async () => Number((await page.locator('.panel[data-running]').innerText()).match(/Depth\s+(\d+)/)?.[1] ?? 0);
  await page.getByRole('button', { name: 'Analyze' }).click();
  await until(page, async () => (await depth()) >= 14, 'depth 14');
  const began = performance.now();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.locator('.panel[data-running=false]').waitFor();
  const stopped = performance.now() - began;
  console.log(`stopped after ${stopped.toFixed(0)} ms at depth ${await depth()}`);
  assert.ok(stopped < 1000 * busyness(), `stopped after ${stopped} ms`);
  const reached = await depth();
  await page.getByRole('button', { name: 'Analyze' }).click();
  await until(page, async () => (await depth()) > reached, 'it goes on');
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
  assert.ok(performance.now() - began < 4000 * busyness(), 'a hint of one second comes soon');
  assert.ok((await reviewed()) >= 3, 'the review keeps what it has found');
  // An analysis has no end: it waits, and says for what.
  await page.keyboard.press('a');
  await page.getByText('The engine is busy: Review').waitFor({ state: 'attached' });
  await page.getByText('Review again').waitFor({ timeout: 60_000 * busyness() });
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
  const page = await newPage({ serviceWorkers: 'block' });
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

/** What the page does in a browser whose worker lacks something. @param {string} script  runs in the worker first */
async function pageWithWorker(script) {
  const page = await newPage({ serviceWorkers: 'block' });
  await page.route('**/worker.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${script};${await response.text()}` });
  });
  return page;
}

test('a browser that cannot run the engine is told why, and two persons can play', async () => {
  const page = await newPage({ serviceWorkers: 'block' });
  await page.addInitScript(() => {
    WebAssembly.compileStreaming = async (response) => {
      await (await response).arrayBuffer();
      throw new WebAssembly.CompileError('v128 is not known');
    };
  });
  await page.goto(url);
  const status = page.locator('.status');
  await status.getByText('it needs WebAssembly with SIMD, as Chrome 111').waitFor();
  assert.equal(await status.getByRole('button', { name: 'Reload' }).count(), 0);
  await cell(page, 'h8').click();
  await playedOn(page);
  assert.match(page.problems.join(), /The engine could not be loaded: v128 is not known/);
});

test('a host whose policy forbids blobs is named', async () => {
  const page = await pageWithWorker('URL.createObjectURL = () => "blob:nothing"');
  await page.goto(url);
  const status = page.locator('.status');
  await status.getByText('The host of the page forbids what the engine needs').waitFor();
  assert.equal(await status.getByRole('button', { name: 'Reload' }).count(), 0);
  assert.match(page.problems.join(), /worker.js needs connect-src blob:/);
});

test('an engine that does not start or that ends is told, with a button to try again', async () => {
  const page = await pageWithWorker('WebAssembly.instantiate = async () => { throw new RangeError("no memory"); }');
  await page.goto(url);
  const status = page.locator('.status');
  await status.getByText('The engine could not be loaded.').waitFor();
  await status.getByRole('button', { name: 'Reload' }).waitFor();
  assert.match(page.problems.join(), /no memory/);
  // It ends when it is asked.
  const other = await pageWithWorker('self.addEventListener("message", ({ data }) => { if (data.message?.request === "analyze") throw new Error("it crashed"); })');
  await open(other, url, '#freestyle/15x15/h8i9');
  await other.keyboard.press('h');
  await other.locator('.status').getByText('The engine has ended because of an error.').waitFor();
  assert.deepEqual(await moves(other), ['h8', 'i9']);
});

test('half an engine is a fault of the host, not of the browser', async () => {
  const page = await newPage({ serviceWorkers: 'block' });
  await page.route('**/tengen.wasm', async (route) => {
    const body = await (await route.fetch()).body();
    await route.fulfill({ status: 200, contentType: 'application/wasm', body: body.subarray(0, body.length / 2) });
  });
  await page.goto(url);
  await page.locator('.status').getByText('The engine could not be loaded.').waitFor();
  assert.match(page.problems.join(), /tengen.wasm has \d+ bytes of application\/wasm, expected \d+/);
});

test('an engine that cannot be loaded is told, with a button to try again', async () => {
  const page = await newPage({ serviceWorkers: 'block' });
  await page.route('**/tengen.wasm', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto(url);
  await page.locator('.status').getByText('The engine could not be loaded.').waitFor();
  await playedOn(page);
  assert.ok(page.problems.some((text) => /tengen.wasm was answered with status 404/.test(text)), page.problems.join('\n'));
  await page.unroute('**/tengen.wasm');
  await page.locator('.status').getByRole('button', { name: 'Reload' }).click();
  await page.locator('.connection[data-state=open]').waitFor();
  assert.deepEqual(await moves(page), ['h8', 'i9']);
});

test('a host that sends a page in place of the engine is named', async () => {
  const page = await newPage({ serviceWorkers: 'block' });
  await page.route('**/tengen.wasm', (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Welcome</h1>' }));
  await page.goto(url);
  await page.locator('.status').getByText('The engine could not be loaded.').waitFor();
  assert.ok(page.problems.some((text) => /tengen.wasm has 16 bytes of text\/html, expected \d+ of application\/wasm/.test(text)), page.problems.join('\n'));
});

test('a host that knows no type for the engine, and packs, is good enough', async () => {
  for (const packed of ['gzip', 'br']) {
    const other = await hostOf(FOLDER, { wasmType: 'application/octet-stream', packed });
    const page = await newPage();
    await open(page, other.url);
    assert.deepEqual(page.problems, []);
  }
});

test('the download is shown', async () => {
  const other = await hostOf(FOLDER);
  let load = () => {};
  other.slow = new Promise((resolve) => { load = resolve; });
  const page = await newPage();
  await page.goto(other.url);
  await page.locator('.status').getByText(/The engine is being loaded… [1-9]\.\d of [1-9]\.\d MB/).waitFor();
  load();
  await page.locator('.connection[data-state=open]').waitFor();
});

test('the engine computes what the native one does', { skip: !NATIVE && 'TENGEN_BOARD is not set' }, async () => {
  const page = await newPage();
  await open(page, url);
  for (const rule of ['freestyle', 'renju']) {
    const request = { id: '1', request: 'analyze', position: { rule, size: 15, moves: 'h8i9g9i7i8g8' }, limits: { nodes: 20_000 } };
    const native = execFileSync(NATIVE, ['api', '--engines', '1', '--threads', '1', '--memory-mb', '128'], { input: `${JSON.stringify(request)}\n`, encoding: 'utf8' });
    const { time_ms: _native, ...expected } = JSON.parse(native.trim().split('\n').at(-1));
    const [{ time_ms: _page, ...answer }] = await askEngine(page, [request]);
    assert.ok(expected.nodes > 10_000, native);
    assert.deepEqual(answer, expected);
  }
});

/** Waits until the page is kept for use without a network. */
const isKept = (page) => page.evaluate(async () => {
  const registration = await navigator.serviceWorker.ready;
  while (registration.active.state !== 'activated') await new Promise((resolve) => setTimeout(resolve, 20));
});

test('without a network the page opens and plays', async () => {
  const other = await hostOf(FOLDER);
  const page = await newPage();
  await open(page, other.url, '#freestyle/15x15/h8');
  await isKept(page);
  await other.close();
  await page.reload();
  await page.locator('.connection[data-state=open]').waitFor();
  assert.deepEqual(await moves(page), ['h8']);
  await cell(page, 'i9').click();
  await page.keyboard.press('h');
  await page.getByText(/^The engine would play/).first().waitFor();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Language').selectOption('de');
  await page.getByText('Einstellungen').first().waitFor();
  assert.deepEqual(page.problems, []);
});

/** Another build in a folder of its own: the same page under another name. */
function anotherBuild() {
  const folder = mkdtempSync(join(tmpdir(), 'tengen-static-'));
  cpSync(FOLDER, folder, { recursive: true });
  const old = versionOf(folder);
  const version = [...old].reverse().join('').replace(/^/, 'f');
  renameSync(join(folder, old), join(folder, version));
  for (const name of ['index.html', 'service_worker.js']) {
    const path = join(folder, name);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(old, version).replace(/VERSION = '/, "VERSION = 'f"));
  }
  return { folder, version };
}

const engineOf = (page) => page.evaluate(() => document.documentElement.dataset.engine);

/** Another tab of the same browser. */
async function tabOf(page, address) {
  const tab = await page.context().newPage();
  await tab.goto(address);
  await tab.locator('.connection[data-state=open]').waitFor();
  return tab;
}

test('a new build is there at the next visit, and kept once the last tab is closed', async () => {
  const build = anotherBuild();
  // Many a host lets browsers keep everything for some minutes.
  const other = await hostOf(FOLDER, { maxAge: 600 });
  const page = await newPage();
  await open(page, other.url);
  await isKept(page);
  const [before, ...none] = await page.evaluate(() => caches.keys());
  assert.deepEqual(none, []);
  other.folder = build.folder;
  const tab = await tabOf(page, other.url);
  assert.ok((await engineOf(tab)).startsWith(build.version), 'the new build');
  await until(tab, async () => (await tab.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state)) === 'installed', 'it is stored');
  // The tab that was open has its files: those of the language, which it did not need before.
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Language').selectOption('de');
  await page.getByText('Einstellungen').first().waitFor();
  assert.deepEqual(page.problems, []);
  const context = page.context();
  await page.close();
  await tab.close();
  const last = await context.newPage();
  await last.goto(other.url);
  await until(last, async () => {
    const names = await last.evaluate(() => caches.keys());
    return names.length === 1 && names[0] !== before;
  }, 'the old build is gone');
  await other.close();
  await last.reload();
  await last.locator('.connection[data-state=open]').waitFor();
  assert.ok((await engineOf(last)).startsWith(build.version), 'the new build without a network');
  rmSync(build.folder, { recursive: true });
});

test('pages below the page are left alone, and a redirected page is kept', async () => {
  const other = await hostOf(FOLDER, { redirects: true });
  const page = await newPage();
  await open(page, other.url);
  await isKept(page);
  const missing = await page.context().newPage();
  await missing.goto(`${other.url}nothing/here`);
  assert.equal(await missing.textContent('body'), '404');
  await other.close();
  for (const address of [other.url, `${other.url}index.html#renju/15x15/h8`]) await tabOf(page, address);
});

test('the page can be installed', async () => {
  const page = await newPage();
  await open(page, url);
  const devtools = await page.context().newCDPSession(page);
  const { data, errors } = await devtools.send('Page.getAppManifest');
  assert.deepEqual(errors, []);
  const { start_url: start, icons, name } = JSON.parse(data);
  assert.deepEqual([name, start, icons[0].sizes], ['Tengen', './', 'any']);
  await isKept(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // The browser of the tests has profiles like private windows.
  assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'), []);
});

test('opened as a file, the page says what it needs', async () => {
  const page = await newPage();
  await page.goto(pathToFileURL(join(FOLDER, 'index.html')).href);
  await page.getByText('Tengen needs a web server').waitFor();
  await page.getByText('python3 -m http.server').waitFor();
  assert.equal(await page.locator('.board').count(), 0);
});

/** Copies the link to the position. */
async function copyLink(page) {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^(Link|Position)$/ }).click();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  await page.keyboard.press('Escape');
  return text;
}

test('a link opens here, and one of the board with a server does', { skip: !NATIVE && 'TENGEN_BOARD is not set' }, async () => {
  const board = await startServer();
  const permissions = ['clipboard-read', 'clipboard-write'];
  const [here, there] = [await newPage({ permissions }), await newPage({ permissions })];
  await open(here, url, '#renju/15x15/h8i9g7');
  const link = await copyLink(here);
  assert.equal(link, `${url}#renju/15x15/h8i9g7`);
  // A friend follows it.
  const friend = await newPage();
  await open(friend, link);
  assert.deepEqual(await moves(friend), ['h8', 'i9', 'g7']);
  // With a server it is pasted, and what is copied there is pasted here: that address is secret, and of no use to others.
  const paste = (page, text) => page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, text);
  await open(there, board.url);
  await paste(there, link);
  await until(there, async () => (await moves(there)).join() === 'h8,i9,g7', 'the link is opened there');
  await open(there, board.url, '#standard/15x15/h8h9i8');
  const copied = await copyLink(there);
  assert.equal(copied, '#standard/15x15/h8h9i8');
  await paste(here, copied);
  await until(here, async () => (await moves(here)).join() === 'h8,h9,i8', 'the link is opened here');
  await open(friend, url + copied);
  assert.deepEqual(await moves(friend), ['h8', 'h9', 'i8']);
  // Links of gomocalc.com, which the engine reads.
  await paste(here, 'https://gomocalc.com/#/h8i9g7');
  await until(here, async () => (await moves(here)).join() === 'h8,i9,g7', 'the link of gomocalc is opened');
  assert.deepEqual([here.problems, there.problems, friend.problems], [[], [], []]);
});
