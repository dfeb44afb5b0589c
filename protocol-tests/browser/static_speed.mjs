// Measures the page without a server: bytes, how soon it is ready, nodes per second. `node static_speed.mjs FOLDER [FOLDER…]` prints lines
// of Markdown. FOLDERs are measured in turn, so that what else the machine does counts for all of them alike.
//
// ROUNDS    how often everything is measured, 5 by default
// CHROMIUM  the browser, as for the tests
// NATIVE    a native executable whose nodes per second are measured in turn with those of the page

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { askEngine, startHost } from './static_host.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const CHROMIUM = process.env.CHROMIUM ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));
/** 20 Mbit/s, and 100 ms for a request and its answer. */
const MOBILE = { offline: false, downloadThroughput: 2_500_000, uploadThroughput: 625_000, latency: 100 };

const folders = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });

/** A cold visit: how long until the board is there and until the engine is, in milliseconds. */
async function visit(url, network) {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  if (network) {
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', network);
    // The requests of a worker are its own: the engine of the page before came by one.
    await devtools.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true });
  }
  const began = performance.now();
  const since = (locator) => page.locator(locator).waitFor({ state: 'attached' }).then(() => performance.now() - began);
  await page.goto(url, { waitUntil: 'commit' });
  const times = await Promise.all([since('html[data-ready]'), since('.connection[data-state=open]')]);
  await context.close();
  return times;
}

const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];

for (const folder of folders) {
  const files = readdirSync(folder, { recursive: true }).map((name) => join(folder, name)).filter((name) => statSync(name).isFile());
  const bytes = files.map((name) => readFileSync(name));
  const sum = (sizes) => sizes.reduce((a, b) => a + b, 0);
  const engine = readFileSync(files.find((name) => name.endsWith('.wasm')));
  console.log(`| ${folder} | files ${files.length} | bytes ${sum(bytes.map(({ length }) => length))}, gzip ${sum(bytes.map((each) => gzipSync(each, { level: 6 }).length))} | engine ${engine.length}, gzip ${gzipSync(engine, { level: 6 }).length}, brotli ${brotliCompressSync(engine).length} |`);
}

for (const [network, packed] of [[null, null], [MOBILE, null], [MOBILE, 'gzip'], [MOBILE, 'br']]) {
  const hosts = await Promise.all(folders.map((folder) => startHost(folder, { packed })));
  // What is packed is packed before it is asked for.
  for (const host of hosts) await visit(host.url, null);
  const seen = hosts.map(() => ({ board: [], engine: [] }));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, host] of hosts.entries()) {
      const [board, engine] = await visit(host.url, network);
      seen[at].board.push(board);
      seen[at].engine.push(engine);
    }
  }
  for (const [at, { board, engine }] of seen.entries()) {
    console.log(`| ${folders[at]} | ${network ? '20 Mbit/s, 100 ms' : 'localhost'}, ${packed ?? 'not packed'} | board ${median(board).toFixed(0)} ms | engine ${median(engine).toFixed(0)} ms |`);
  }
  await Promise.all(hosts.map((host) => host.close()));
}

/**
 * Nodes per second of processor time, which other programs on the machine change less than those of a clock. The first search warms up:
 * browsers compile twice, the second time well.
 */
const SEARCHES = ['h8i9g9i7', 'h8i9g9i7'].map((moves, at) => ({ id: String(at), request: 'analyze', position: { rule: 'freestyle', size: 15, moves }, limits: { nodes: 300_000 } }));

/** Seconds of processor time that the threads of workers have used, by their process and number (Linux). */
function workerSeconds() {
  const used = new Map();
  for (const process of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      for (const thread of readdirSync(`/proc/${process}/task`)) {
        const [, name, rest] = /\((.*)\) (.*)/.exec(readFileSync(`/proc/${process}/task/${thread}/stat`, 'utf8'));
        const fields = rest.split(' ');
        if (name.startsWith('DedicatedWorker')) used.set(`${process}/${thread}`, (Number(fields[11]) + Number(fields[12])) / 100);
      }
    } catch {
      // It has ended.
    }
  }
  return used;
}

/** What the engine of a page does in a second. */
async function pageSpeed(folder) {
  const host = await startHost(folder);
  const page = await browser.newPage({ serviceWorkers: 'block' });
  await page.goto(host.url);
  await page.locator('.connection[data-state=open]').waitFor({ state: 'attached' });
  const times = [];
  await page.exposeFunction('searched', () => times.push(workerSeconds()));
  const answers = await askEngine(page, SEARCHES);
  await page.close();
  await host.close();
  const [before, after] = times;
  const seconds = Math.max(...[...after].map(([thread, used]) => used - (before.get(thread) ?? 0)));
  return answers.at(-1).nodes / seconds / 1000;
}

/** What a native engine does in a second, its start included. */
function nativeSpeed() {
  const input = SEARCHES.map((each) => `${JSON.stringify(each)}\n`).join('');
  const { stdout, stderr } = spawnSync('bash', ['-c', 'TIMEFORMAT=%U; time "$NATIVE" api --engines 1 --threads 1 --memory-mb 128'], { input, encoding: 'utf8' });
  const answers = stdout.trim().split('\n').map((line) => JSON.parse(line)).filter(({ event }) => event === 'done');
  return answers.reduce((sum, { nodes }) => sum + nodes, 0) / Number(stderr.trim().split('\n').at(-1)) / 1000;
}

const speeds = folders.map(() => []);
const natives = [];
for (let round = 0; round < ROUNDS; round += 1) {
  if (process.env.NATIVE) natives.push(nativeSpeed());
  for (const [at, folder] of folders.entries()) speeds[at].push(await pageSpeed(folder));
}
const thousands = (numbers) => numbers.map((number) => number.toFixed(0)).join(', ');
if (natives.length) console.log(`| native | thousands of nodes per second of processor time ${thousands(natives)} |`);
for (const [at, folder] of folders.entries()) {
  const ratios = natives.map((number, round) => speeds[at][round] / number);
  console.log(`| ${folder} | thousands of nodes per second of processor time ${thousands(speeds[at])} | ${ratios.length ? `native times ${median(ratios).toFixed(3)}` : ''} |`);
}
await browser.close();
