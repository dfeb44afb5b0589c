// Starts `tengen board` and a browser for the tests.
//
// TENGEN_BOARD  the executable; default target/debug/tengen
// CHROMIUM      the browser; default Debian's chromium-headless-shell, which starts a page with a third of the work of
//               chromium without a window, or chromium if that is not there
// TENGEN_BOARD_WEB  a folder: the page's files come from there and not from the executable, so that a change
//                   of them needs no build
// TENGEN_BOARD_SLOW  milliseconds by which frames and answers come later: shows what counts on a fast machine

import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, afterEach } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const EXECUTABLE = process.env.TENGEN_BOARD ?? fileURLToPath(new URL('../../target/debug/tengen', import.meta.url));
const CHROMIUM = process.env.CHROMIUM ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));
const WEB = process.env.TENGEN_BOARD_WEB;
const SLOW_MS = Number(process.env.TENGEN_BOARD_SLOW ?? 0);
const TOKEN = 'test-token-0123456789';
/** How long a test waits for what must come: long, as the machine may be busy. */
const PATIENCE_MS = 20_000;

/** How many times longer than on an idle machine anything may take: on one that others keep busy, limits grow with its load. */
export const busyness = () => Math.max(1, loadavg()[0] / availableParallelism());

/** What is to be ended after the tests of a file. */
const cleanups = [];
after(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

/** The pages of a test. They are closed with it: the server has room for 16 tabs, and their searches take its threads. */
const contexts = [];
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});

/** Makes a book of records in a folder. */
function makeBook(folder, records) {
  writeFileSync(join(folder, 'book.jsonl'), records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  execFileSync(EXECUTABLE, ['book', 'import', 'book.jsonl', '--into', 'a.tgbook'], { cwd: folder });
}

/**
 * Starts a server in a folder of its own; `port` as before to start it again; `book` are the records of its book. Without a
 * port any free one: at the usual one, pages of another file that runs beside this one would find it.
 */
export async function startServer({ port = 0, book = null } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'tengen-board-'));
  if (book) makeBook(folder, book);
  const child = spawn(EXECUTABLE, ['board', '--no-open', '--port', String(port), ...(book ? ['--book', 'a.tgbook'] : [])], {
    cwd: folder, env: { ...process.env, TENGEN_BOARD_TOKEN: TOKEN }, stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  cleanups.push(kill);
  const url = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`tengen board ended with ${code} before it printed its address`)));
    child.once('error', reject);
  });
  return { url, port: Number(new URL(url).port), kill, folder };
}

let browser;

async function theBrowser() {
  if (!browser) {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', ...(WEB ? ['--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests'] : [])] });
    cleanups.push(() => browser.close());
  }
  return browser;
}

const TYPES = { html: 'text/html', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' };

/** Serves the page's files from the folder. */
const fromDisk = (context) => context.route((url) => url.pathname.startsWith(`/${TOKEN}/`), (route) => {
  const name = new URL(route.request().url()).pathname.slice(TOKEN.length + 2) || 'index.html';
  return route.fulfill({ body: readFileSync(join(WEB, name)), contentType: TYPES[name.split('.').at(-1)] });
});

/** A page of a fresh profile; errors in it fail the test that reads `problems`. */
export async function newPage(options = {}) {
  const context = await (await theBrowser()).newContext({ viewport: { width: 1600, height: 900 }, locale: 'en-US', acceptDownloads: true, ...options });
  contexts.push(context);
  if (WEB) await fromDisk(context);
  if (SLOW_MS) await context.addInitScript(slowDown, SLOW_MS);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  page.problems = [];
  page.on('pageerror', (error) => page.problems.push(String(error)));
  page.on('console', (message) => {
    // A connection that the test cut is reported by the browser itself.
    if (message.type() === 'error' && !/WebSocket|ERR_CONNECTION/.test(message.text())) page.problems.push(message.text());
  });
  return page;
}

/** Runs in the page: what it draws and what it hears comes later. @param {number} ms */
function slowDown(ms) {
  const frame = globalThis.requestAnimationFrame;
  globalThis.requestAnimationFrame = (act) => frame(() => setTimeout(() => act(performance.now()), ms));
  globalThis.WebSocket = class extends WebSocket {
    set onmessage(hear) {
      super.onmessage = (message) => setTimeout(hear, ms, message);
    }
  };
}

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Opens the board, at a position if `hash` names one, and waits until it is connected. */
export async function open(page, url, hash = '') {
  await page.goto(url + hash);
  await page.locator('html[data-ready]').waitFor();
  await page.locator('.connection[data-state=open]').waitFor();
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules whose answer depends on colors: of the same page in other colors, only they find anything else. */
export const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** What axe-core finds, as short texts; by some rules only if they are named. */
export async function violations(page, runOnly = STANDARDS) {
  // The policy of the page allows no script but its own; this one comes in through the debugger.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  // What passes is not described: that took half of the time.
  const { violations: found } = await page.evaluate((only) => globalThis.axe.run(document, { runOnly: only, resultTypes: ['violations'] }), runOnly);
  return found.flatMap(({ id, nodes }) => nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`));
}

/** The cell of a point by its name. */
export const cell = (page, name) => page.locator(`[role=gridcell][aria-label="${name}"], [role=gridcell][aria-label^="${name},"]`);

/** Pastes a text where nothing has the focus. */
export const paste = (page, text) => page.evaluate((pasted) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', pasted);
  document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}, text);

/** The labels of the cells that hold stones, in the order of the moves. */
export async function moves(page) {
  // In one step: between two the page may draw.
  const labels = await page.evaluate(() => [...document.querySelectorAll('[role=gridcell][aria-label*=", move "]')].map((each) => each.getAttribute('aria-label')));
  const number = (label) => Number(/move (\d+)/.exec(label)[1]);
  return labels.sort((a, b) => number(a) - number(b)).map((label) => label.split(',')[0]);
}

/** The messages of a page to the server and back, as they come; start it before the page is opened. */
export function messagesOf(page) {
  const messages = { sent: [], received: [] };
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => messages.sent.push(JSON.parse(payload)));
    socket.on('framereceived', ({ payload }) => messages.received.push(JSON.parse(payload)));
  });
  return messages;
}

/** Waits until `isSo` holds, a frame at a time. */
export async function until(page, isSo, what) {
  const end = Date.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`in vain: ${what}`);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

/** Starts a game through the dialog; `seconds` is a clock per move, `minutes` one per game, with an `increment` in seconds. */
export async function newGame(page, { players, rule, level, size, opening, seconds, minutes, increment } = {}) {
  await page.getByRole('button', { name: 'New game' }).click();
  const dialog = page.getByRole('dialog', { name: 'New game' });
  if (players) await dialog.getByRole('radio', { name: players }).check({ force: true });
  if (rule) await dialog.getByLabel('Rule').selectOption(rule);
  if (opening) await dialog.getByLabel('Opening').selectOption(opening);
  if (size) {
    await dialog.getByLabel('Columns').fill(String(size));
    await dialog.getByLabel('Rows').fill(String(size));
  }
  if (seconds) {
    await dialog.getByLabel('Clock').selectOption('move');
    await dialog.getByLabel('Seconds per move').fill(String(seconds));
  }
  if (minutes) {
    await dialog.getByLabel('Clock').selectOption('game');
    await dialog.getByLabel('Minutes').fill(String(minutes));
    if (increment) await dialog.getByLabel('Seconds added per move').fill(String(increment));
  }
  if (level) await dialog.getByLabel('Level of the engine').fill(String(level));
  await dialog.getByRole('button', { name: 'Start' }).click();
  await dialog.waitFor({ state: 'hidden' });
}
