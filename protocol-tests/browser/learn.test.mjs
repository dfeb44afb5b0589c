// What a player wants: "I lost this game, show me where", "practise my mistakes", "is this won?", "paste a game",
// "renju with Soosõrv-8"; on three sizes, light and dark, without a fault that axe-core finds.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { cell, messagesOf, moves, newGame, newPage, open, PHONE, startServer, until, violations } from './harness.mjs';

let url;
before(async () => {
  ({ url } = await startServer());
});

const SIZES = [
  ['1440×900, light', { viewport: { width: 1440, height: 900 } }],
  ['1366×768, dark', { viewport: { width: 1366, height: 768 }, colorScheme: 'dark' }],
  ['a phone, dark', { ...PHONE, colorScheme: 'dark' }],
];

/** White wins: black had a win and played in the corner. The stones before are set up, which spares their review. */
const LOST = '(;GM[4]SZ[15]AB[hh][ih][jh]AW[gf][hf][if]PL[B];B[oa];W[jf];B[gh];W[kf])';
const WON = '#freestyle/15x15/black=d8,e8,f8,g10,g9&white=c8,a1,o1,a15,o15&to-move=black/';

const panel = (page, name) => page.getByRole('tabpanel', { name });

/** Pastes a text where nothing has the focus. */
const paste = (page, text) => page.evaluate((pasted) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', pasted);
  document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}, text);

/** Presses a point; on a phone the stone is confirmed. */
async function place(page, name, options) {
  if (options.hasTouch) {
    await cell(page, name).tap();
    await page.locator('.confirm').getByRole('button', { name: 'Place' }).tap();
  } else await cell(page, name).click();
}

/** The review outlives a reload, and SGF has its verdicts; the game stays the main line though a variation is on the board. */
async function outlives(page) {
  const verdicts = () => page.locator('.mistake-move').allTextContents();
  const found = await verdicts();
  await page.locator('.mistake-item', { hasText: '1. o15' }).getByRole('button', { name: /^Winning: / }).click();
  await page.locator('.variation .move[aria-current=true]').waitFor();
  // What is stored a little later is stored at the latest when the page goes.
  await page.reload();
  await page.locator('.connection[data-state=open]').waitFor();
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.locator('.mistake-item').first().waitFor();
  assert.deepEqual(await verdicts(), found);
  stored = await page.evaluate(() => localStorage.getItem('tengen.game'));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '.sgf', exact: true }).click()]);
  await page.keyboard.press('Escape');
  const sgf = readFileSync(await file.path(), 'utf8');
  assert.match(sgf, /RE\[W\+\]/);
  assert.match(sgf, /;B\[oa\]C\[o15 ✗ Missed win\.\nWin chance of Black\\?: /);
  // The first variation at each fork is the game.
  assert.ok(sgf.indexOf(';B[oa]') < sgf.indexOf(';B[kh]'), sgf);
}

/** What the browser has stored after the review: the other pages begin with it. @type {string | null} */
let stored = null;

for (const [size, options] of SIZES) {
  test(`a lost game is pasted, reviewed and practised: ${size}`, async () => {
    const page = await newPage(options);
    if (stored) await page.addInitScript((text) => localStorage.setItem('tengen.game', text), stored);
    await open(page, url);
    if (!stored) {
      await paste(page, LOST);
      await until(page, async () => (await moves(page)).length === 4, 'the pasted game');
    }
    await page.getByRole('tab', { name: 'Review' }).click();
    if (!stored) await panel(page, 'Review').getByRole('button', { name: 'Review the game' }).click();
    await page.getByText('Review again').waitFor({ timeout: 60_000 });
    const missed = page.locator('.mistake-item', { hasText: '1. o15' });
    await missed.locator('.mistake-move').click();
    // In words, on the stone and on the board.
    await missed.locator('.mistake-words', { hasText: /Missed: Black wins by fours in 2 moves: \w+/ }).waitFor();
    await missed.locator('.mistake-words', { hasText: /Now White wins by fours/ }).waitFor();
    await page.locator('.verdict-mark.missed-win').waitFor();
    await page.locator('.better').waitFor();
    await page.locator('[role=gridcell][aria-label*="better move"]').waitFor();
    if (!options.hasTouch) await page.locator('.graph-legend', { hasText: 'Missed win' }).waitFor();
    if (!stored) await outlives(page);
    await page.locator('[data-key=review-side]').selectOption('black');
    await page.locator('[data-key=next-mistake]').click();
    await page.locator('.mistake-item.now').waitFor();
    assert.equal(await page.locator('.mistake-item .disc.white').count(), 0, 'only the mistakes of Black');
    assert.deepEqual(await violations(page), []);

    await page.locator('[data-key=practise]').click();
    await page.locator('.puzzle-task', { hasText: 'Black to move and win' }).waitFor({ timeout: 60_000 });
    assert.equal(await page.locator('.better').count(), 0, 'the answer is hidden');
    await place(page, 'a1', options);
    await page.locator('.panel .puzzle-message.bad').waitFor();
    assert.deepEqual(await violations(page), []);
    await page.locator('[data-key=puzzle-hint]').click();
    await page.locator('.puzzle-hints', { hasText: 'Black wins by fours' }).waitFor();
    await place(page, 'k8', options);
    await page.locator('.panel .puzzle-message.good', { hasText: 'k8 is right' }).waitFor();
    const reply = /resistance is (\w+)/.exec(await page.locator('.panel .puzzle-message').textContent())[1];
    await place(page, reply === 'g8' ? 'l8' : 'g8', options);
    await page.locator('.panel .puzzle-message.good', { hasText: 'Solved' }).waitFor();
    await page.locator('[data-key=puzzle-end]').click();
    await until(page, async () => (await page.locator('.mistake-item').count()) > 0 || (await page.getByRole('tab', { name: 'Review' }).count()) > 0, 'the game');
    await page.getByRole('tab', { name: 'Review' }).click();
    await page.locator('.mistake-item').first().waitFor();
    assert.equal(await page.evaluate(() => Object.values(JSON.parse(localStorage.getItem('tengen.puzzles')).attempts).filter(({ isSolved, isClean }) => isSolved && !isClean).length), 1);
    assert.deepEqual(page.problems, []);
  });

  test(`is this won, and an opening of renju: ${size}`, async () => {
    const page = await newPage(options);
    await open(page, url, WON);
    await page.getByRole('tab', { name: 'Threats' }).click();
    await page.getByRole('button', { name: 'Find a win for Black' }).click();
    await page.getByText(/Black wins by fours in \d moves at most. Proved./).first().waitFor();
    assert.deepEqual(await violations(page), []);

    await newGame(page, { players: 'Two players', opening: 'soosorv-8' });
    for (const point of ['h8', 'h9', 'h10']) {
      await place(page, point, options);
      await page.locator(`[role=gridcell][aria-label^="${point}, "][aria-label*="move"]`).waitFor();
    }
    // The other player chooses a color: it is the turn of White's seat, though White would move next anyway.
    await page.locator('.player.active', { hasText: 'To choose' }).waitFor();
    await page.locator('[data-key=choose-black]').click();
    await place(page, 'j11', options);
    await page.locator('[data-key="choose-2"]').click();
    const own = () => page.locator('.player.active .disc').getAttribute('class');
    await page.locator('[data-key=choose-black]').click();
    await page.getByText(/offer a fifth stone \(2 left\)/).first().waitFor();
    assert.match(await own(), /black/, 'Black offers');
    await place(page, 'a1', options);
    await page.getByText(/offer a fifth stone \(1 left\)/).first().waitFor();
    await place(page, 'b3', options);
    await page.getByText(/pick one of the offered stones/).first().waitFor();
    assert.equal(await page.locator('.stone.offer').count(), 2, 'the offers are drawn');
    assert.match(await own(), /white/, 'White picks');
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(page.problems, []);
  });
}

test('the curve draws itself, but not by the clock', async () => {
  const page = await newPage();
  const { sent } = messagesOf(page);
  await open(page, url);
  await newGame(page, { players: 'Two players', size: 9 });
  for (const point of ['e5', 'e6', 'f5']) await cell(page, point).click();
  await page.locator('.graph-line').waitFor();
  await newGame(page, { players: 'Two players', size: 9, seconds: 60 });
  const asked = () => sent.filter(({ request }) => request === 'analyze').length;
  const earlier = asked();
  await cell(page, 'e5').click();
  await page.locator('[role=gridcell][aria-label="e5, Black, move 1"]').waitFor();
  assert.equal(asked(), earlier);
  assert.equal(await page.locator('.graph').isVisible(), false);
});

test('arrows and the wheel go through the game, a file is dropped, an analysis board begins', async () => {
  const page = await newPage();
  await open(page, url, '#freestyle/15x15/h8i9g9');
  const current = (name) => page.locator(`.move[aria-current=true][aria-label$="${name}"]`).waitFor();
  await page.keyboard.press('ArrowLeft');
  await current('i9');
  await page.keyboard.press('ArrowRight');
  await current('g9');
  await page.locator('.board').hover();
  await page.mouse.wheel(0, -120);
  await current('i9');
  // A point that the keyboard has chosen keeps the arrows.
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['(;GM[4]SZ[9];B[ee];W[dd];B[cc])'], 'a.sgf'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  });
  await page.locator('.notice', { hasText: 'Opened. Moves: 3.' }).waitFor();
  await newGame(page, { players: 'Analysis board' });
  await page.locator('.panel[data-running=true]').waitFor();
  assert.deepEqual(page.problems, []);
});

test('saved games are searched and deleted', async () => {
  const page = await newPage();
  await open(page, url);
  for (let count = 0; count < 5; count++) {
    await newGame(page, { players: 'Two players', size: 9, rule: count ? 'freestyle' : 'renju' });
    await cell(page, `e${count + 1}`).click();
    await page.locator('.move[aria-current=true]').waitFor();
    await page.keyboard.press('s');
    await page.locator('.notice', { hasText: 'Saved as number' }).waitFor();
  }
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  const rows = page.locator('.library-games li:visible');
  await rows.first().waitFor();
  const all = await rows.count();
  assert.ok(all >= 5);
  await page.locator('#open-search').fill('renju');
  await until(page, async () => (await rows.count()) < all, 'the search');
  assert.deepEqual(await violations(page), []);
  const left = await rows.count();
  await rows.first().getByRole('button', { name: /Delete game/ }).click();
  await page.getByRole('button', { name: 'Really delete' }).click();
  await until(page, async () => (await rows.count()) < left, 'the deletion');
  assert.deepEqual(page.problems, []);
});

test('the puzzles of the day and the race have answers by the engine', async () => {
  const page = await newPage();
  await open(page, url, '#freestyle/15x15/h8i9');
  await page.getByRole('tab', { name: 'Puzzles' }).click();
  await page.locator('[data-key=puzzle-daily]').click();
  await page.locator('.puzzle-task').waitFor({ timeout: 60_000 });
  await page.locator('[data-key=puzzle-solution]').click();
  await page.locator('.panel .puzzle-message', { hasText: 'Solution: ' }).waitFor();
  await page.locator('.stone.preview').first().waitFor();
  await page.locator('[data-key=puzzle-next]').click();
  await page.getByText('2 of 5').first().waitFor();
  // A reload brings the game back, not the puzzle.
  await page.reload();
  await page.locator('.connection[data-state=open]').waitFor();
  assert.deepEqual(await moves(page), ['h8', 'i9']);
  await page.getByRole('tab', { name: 'Puzzles' }).click();
  await page.getByText('Solved so far: 0 of 1.').waitFor();
  await page.locator('[data-key=puzzle-race]').click();
  await page.locator('.puzzle-score .time').waitFor({ timeout: 60_000 });
  await page.locator('[data-key=puzzle-end]').click();
  await until(page, async () => (await moves(page)).length === 2, 'the game');
  assert.deepEqual(page.problems, []);
});
