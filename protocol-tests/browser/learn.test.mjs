// What a player wants: "I lost this game, show me where", "practise my mistakes", "is this won?", "paste a game",
// "renju with Soosõrv-8"; on three sizes, light and dark, without a fault that axe-core finds.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { cell, messagesOf, moves, newGame, newPage, open, paste, PHONE, startServer, until, violations } from './harness.mjs';

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
/** The same with two moves more: what was missed is not in the position from which the game begins. */
const LOST_LATER = '(;GM[4]SZ[15]AB[hh][ih]AW[gf][hf]PL[B];B[jh];W[if];B[oa];W[jf])';
/** A game that a person lost to the engine, from its ninth move: two mistakes of black. */
const LOST_PLAINLY = '(;GM[4]SZ[15]AB[hh][ig][gi][gg]AW[hg][ii][fj][gj]PL[B];B[hf];W[hj];B[jh];W[ij];B[fh];W[ej])';
const WON = '#freestyle/15x15/black=d8,e8,f8,g10,g9&white=c8,a1,o1,a15,o15&to-move=black/';

const panel = (page, name) => page.getByRole('tabpanel', { name });

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
    await page.locator('.graph-legend', { hasText: 'Missed win' }).waitFor();
    if (!stored) await outlives(page);
    await page.locator('[data-key=review-side]').selectOption('black');
    await page.locator('[data-key=next-mistake]').click();
    await page.locator('.mistake-item.now').waitFor();
    assert.equal(await page.locator('.mistake-item .disc.white').count(), 0, 'only the mistakes of Black');
    assert.deepEqual(await violations(page), []);

    await page.locator('[data-key=practise]').click();
    await page.locator('.puzzle-task', { hasText: 'Black to move and win' }).waitFor({ timeout: 60_000 });
    assert.equal(await page.locator('.better').count(), 0, 'the answer is hidden');
    // A reload brings the game back, and offers the puzzles of its review.
    await page.reload();
    await page.locator('.notice', { hasText: 'Practise my mistakes: interrupted' }).getByRole('button', { name: 'Continue' }).click();
    await page.locator('.puzzle-task', { hasText: 'Black to move and win' }).waitFor();
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
    await page.locator('.puzzle-head').waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Review' }).click();
    await page.locator('.mistake-item').first().waitFor();
    assert.equal(await page.evaluate(() => Object.values(JSON.parse(localStorage.getItem('tengen.puzzles')).attempts).filter(({ outcome }) => outcome === 'hints').length), 1);
    assert.deepEqual(page.problems, []);
  });

  test(`is this won, and an opening of renju: ${size}`, async () => {
    const page = await newPage(options);
    await open(page, url, WON);
    await page.getByRole('tab', { name: 'Threats' }).click();
    await page.getByRole('button', { name: 'Find a win for Black' }).click();
    await page.getByText(/Black wins by fours in \d moves at most. Proved./).first().waitFor();
    await page.getByRole('button', { name: 'What does White threaten?' }).click();
    await page.getByText('White threatens no forced win.').first().waitFor();
    assert.deepEqual(await violations(page), []);

    await newGame(page, { players: 'Two players', opening: 'soosorv-8' });
    for (const point of ['h8', 'h9', 'h10']) {
      await place(page, point, options);
      await page.locator(`[role=gridcell][aria-label^="${point}, "][aria-label*="move"]`).waitFor();
    }
    // As long as the colors may be exchanged, both have the names of the rule.
    assert.deepEqual(await page.locator('.player .name').allTextContents(), ['First player', 'Second player']);
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
    await page.keyboard.press('ArrowLeft');
    await page.locator('.stone.offer').first().waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowRight');
    await page.locator('.stone.offer').first().waitFor();
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
  for (const point of ['d4', 'd5', 'e4']) await cell(page, point).click();
  await page.locator('.graph-line').waitFor();
  await newGame(page, { players: 'Two players', size: 9, seconds: 60 });
  for (const point of ['e5', 'e6', 'f6']) await cell(page, point).click();
  // What is sent arrives in order: with the question about the last position, all that was sent about those before it has been seen.
  const judged = (...stones) => sent.findLastIndex(({ request, position }) => request === 'judge' && String(position.moves) === String(stones));
  await until(page, () => judged('e5', 'e6', 'f6') > judged('e5', 'e6'), 'the last position');
  const evaluated = (first) => sent.filter(({ request, position }) => request === 'analyze' && position.moves[0] === first);
  assert.notDeepEqual(evaluated('d4'), []);
  assert.deepEqual(evaluated('e5'), []);
  assert.equal(await page.locator('.graph').isVisible(), false);
});

test('a position that cannot be evaluated does not keep the others from the curve', async () => {
  const page = await newPage();
  const asked = [];
  await page.routeWebSocket(/socket$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const { id, request, position } = JSON.parse(message);
      if (request === 'analyze') asked.push(position.moves.join(' '));
      if (asked.at(-1) === 'e5 d4' && request === 'analyze') socket.send(JSON.stringify({ id, event: 'error', code: 'internal', error: 'seen by the test' }));
      else server.send(message);
    });
  });
  await open(page, url, '#freestyle/9x9/e5d4');
  await page.locator('.graph-line').waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.locator('.move[aria-current=true][aria-label$="e5"]').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.locator('.move[aria-current=true][aria-label$="d4"]').waitFor();
  assert.deepEqual(asked, ['e5 d4', 'e5', ''], 'each position once');
  assert.deepEqual(page.problems, []);
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
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await cell(page, 'c3').focus();
  await page.keyboard.press('ArrowLeft');
  assert.equal(await focused(), 'b3');
  await current('i9');
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['(;GM[4]SZ[9];B[ee];W[dd];B[cc])'], 'a.sgf'));
    // Also over a field: the browser would leave the page for the file.
    document.getElementById('move-field').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
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
    await page.evaluate((hash) => { location.hash = hash; }, `#${count ? 'freestyle' : 'renju'}/9x9/e${count + 1}`);
    await page.locator(`.move[aria-current=true][aria-label$="e${count + 1}"]`).waitFor();
    await page.keyboard.press('s');
    await page.locator('.notice', { hasText: `Saved as number ${count + 1} ` }).waitFor();
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
  await page.reload();
  await page.locator('.connection[data-state=open]').waitFor();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await rows.first().waitFor();
  assert.equal(await page.locator('#open-search').inputValue(), 'renju', 'what was sought');
  assert.equal(await rows.count(), left);
  await rows.first().getByRole('button', { name: /Delete game/ }).click();
  await page.getByRole('button', { name: 'Really delete', exact: true }).click();
  await until(page, async () => (await rows.count()) < left, 'the deletion');
  assert.deepEqual(page.problems, []);
});

test('a review goes on by itself after a reload, with what it has found', async () => {
  const page = await newPage();
  const { sent } = messagesOf(page);
  await open(page, url, '#freestyle/15x15/h8i9h10h9g9i11j10g8f9e9i8k9');
  await page.getByRole('tab', { name: 'Review' }).click();
  await panel(page, 'Review').getByRole('button', { name: 'Review the game' }).click();
  // The first moves are judged, or the doubtful ones are looked at again.
  await until(page, async () => (await page.locator('.progress progress').getAttribute('value')) >= 3, 'some moves are reviewed');
  await page.reload();
  await page.locator('.connection[data-state=open]').waitFor();
  await page.locator('.progress').waitFor();
  assert.equal(await page.locator('.notice:visible').count(), 0, 'nothing is asked');
  assert.equal(sent.filter(({ request }) => request === 'review').length, 2);
  // One that was stopped stays so.
  await page.locator('[data-key=stop]').click();
  await page.getByRole('button', { name: 'Continue the review' }).waitFor();
  await page.reload();
  await page.locator('.connection[data-state=open]').waitFor();
  await page.getByRole('button', { name: 'Continue the review' }).waitFor();
  assert.equal(sent.filter(({ request }) => request === 'review').length, 2);
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
  // A reload brings the game back; the puzzles are offered.
  await page.reload();
  await page.locator('.connection[data-state=open]').waitFor();
  assert.deepEqual(await moves(page), ['h8', 'i9']);
  await page.locator('.notice', { hasText: 'Puzzles of the day: interrupted as the page was loaded again.' }).waitFor();
  await page.locator('.notice').getByRole('button', { name: 'Continue' }).click();
  await page.locator('.puzzle-task').waitFor();
  await page.locator('[data-key=puzzle-end]').click();
  await until(page, async () => (await moves(page)).length === 2, 'the game');
  // Puzzles that were ended are not.
  await page.reload();
  await page.locator('.connection[data-state=open]').waitFor();
  assert.equal(await page.locator('.notice', { hasText: 'interrupted' }).count(), 0);
  await page.getByRole('tab', { name: 'Puzzles' }).click();
  await page.getByText('Tried so far: 1. Solved without help: 0. Solution shown: 1.').waitFor();
  await page.locator('[data-key=puzzle-race]').click();
  await page.locator('.puzzle-score .time').waitFor({ timeout: 60_000 });
  await page.reload();
  await page.locator('.connection[data-state=open]').waitFor();
  await page.locator('.notice', { hasText: 'Race: wins by fours: interrupted' }).getByRole('button', { name: 'Once more' }).click();
  await page.locator('.puzzle-score .time').waitFor({ timeout: 60_000 });
  // What is wrong with a move can be read: the clock rests until the person goes on.
  await page.locator('[role=gridcell][aria-label="a1"], [role=gridcell][aria-label="o1"], [role=gridcell][aria-label="o15"]').first().click();
  await page.locator('.panel .puzzle-message', { hasText: 'The clock rests until you go on' }).waitFor();
  await page.getByText('1 of').first().waitFor();
  await page.locator('[data-key=puzzle-next]').click();
  await page.getByText('2 of').first().waitFor();
  await page.locator('[data-key=puzzle-end]').click();
  await until(page, async () => (await moves(page)).length === 2, 'the game');
  assert.deepEqual(page.problems, []);
});

test('without letters as commands the arrows go on from the point that was clicked', async () => {
  const page = await newPage();
  await page.addInitScript(() => localStorage.setItem('tengen.options', JSON.stringify({ shortcuts: false })));
  await open(page, url);
  await newGame(page, { players: 'Two players' });
  await cell(page, 'c3').click();
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'b3');
  assert.deepEqual(page.problems, []);
});

/** Begins the puzzles of the day. */
async function daily(page) {
  await page.getByRole('tab', { name: 'Puzzles' }).click();
  await page.locator('[data-key=puzzle-daily]').click();
  await page.locator('.puzzle-task').waitFor({ timeout: 60_000 });
}

test('a puzzle that is edited or turned keeps the game that waits for its end', async () => {
  const page = await newPage();
  await open(page, url, '#freestyle/15x15/h8i9');
  for (const change of [
    () => page.getByRole('button', { name: 'Turn left' }).click(),
    async () => {
      await page.locator('[data-key=edit-start]').click();
      await page.locator('[data-key=edit-rule]').selectOption('renju');
    },
  ]) {
    await daily(page);
    await page.getByRole('tab', { name: 'Edit' }).click();
    await change();
    await page.locator('.notice', { hasText: 'The position replaces the game.' }).getByRole('button', { name: 'Undo' }).click();
    await until(page, async () => String(await moves(page)) === 'h8,i9', 'the game');
  }
  assert.deepEqual(page.problems, []);
});

test('a puzzle gives no time back, and no help but its own', async () => {
  const page = await newPage();
  await open(page, url);
  await newGame(page, { players: 'Two players', seconds: 60 });
  const left = async () => Number(/:(\d+)/.exec(await page.locator('.player.active .time').textContent())[1]);
  await until(page, async () => [56, 57].includes(await left()), 'the clock runs');
  await daily(page);
  const told = (text) => page.locator('.notice', { hasText: text }).waitFor();
  await page.keyboard.press('w');
  await told('waits until the puzzles are over');
  await page.locator('.panel.insight .hint', { hasText: 'waits until the puzzles are over' }).waitFor();
  assert.equal(await page.locator('[data-key=solve-win]').isVisible(), false);
  await page.keyboard.press('R');
  await page.locator('#move-field').fill('--');
  await page.keyboard.press('Enter');
  await told('-- is not a legal move');
  await page.getByRole('tab', { name: 'Puzzles' }).click();
  await page.locator('.panel .puzzle-message', { hasText: 'Place a stone on the board.' }).waitFor();
  await page.locator('[data-key=puzzle-end]').click();
  await page.locator('.puzzle-head').waitFor({ state: 'detached' });
  await page.getByText('Move 1: Black to move').waitFor();
  assert.ok((await left()) <= 57, `${await left()} s are left`);
  assert.deepEqual(page.problems, []);
});

test('mistakes at later moves of a game from stones that were set up are practised', async () => {
  const page = await newPage();
  await open(page, url);
  await paste(page, LOST_LATER);
  await until(page, async () => (await moves(page)).length === 4, 'the pasted game');
  await page.getByRole('tab', { name: 'Puzzles' }).click();
  await page.locator('[data-key=puzzle-mistakes]').click();
  await page.getByRole('button', { name: 'Both sides' }).click();
  // The game is reviewed first. White could have stopped the open three, black could have used it.
  await page.getByText('The game is reviewed first').waitFor();
  const task = page.locator('.puzzle-task');
  await task.filter({ hasText: 'Black played j8. Find a better move.' }).waitFor({ timeout: 90_000 });
  await page.locator('[data-key=puzzle-next]').click();
  await task.filter({ hasText: 'White played i10. White to move: stop the win of Black' }).waitFor();
  await page.locator('[data-key=puzzle-next]').click();
  await task.filter({ hasText: 'Black played o15. Black to move and win' }).waitFor();
  await cell(page, 'k8').click();
  await page.locator('.panel .puzzle-message.good', { hasText: 'k8 is right' }).waitFor();
  assert.deepEqual(page.problems, []);
});

test('the exercises of a lost game are the mistakes of its review', async () => {
  const page = await newPage();
  await open(page, url);
  await paste(page, LOST_PLAINLY);
  await until(page, async () => (await moves(page)).length === 6, 'the pasted game');
  await page.getByRole('tab', { name: 'Review' }).click();
  await panel(page, 'Review').getByRole('button', { name: 'Review the game' }).click();
  await page.getByText('Review again').waitFor({ timeout: 90_000 });
  await page.getByText('Win chance of the side that moved, before and after the move.').waitFor();
  await page.locator('[data-key=review-side]').selectOption('black');
  const mistakes = await page.locator('.mistake-name').allTextContents();
  assert.ok(mistakes.length >= 2, String(mistakes));
  // The position became a proved loss.
  const last = page.locator('.mistake-item', { hasText: 'j8' });
  await last.locator('.verdict-sign.blunder', { hasText: '??' }).waitFor();
  // The better line on the board leaves the words open.
  await last.locator('.mistake-move').click();
  await last.locator('.mistake-words').waitFor();
  await last.getByRole('button', { name: /^Better: / }).click();
  await page.locator('.variation .move[aria-current=true]').waitFor();
  assert.equal(await last.locator('.mistake-words').count(), 1, 'the words stay');

  await page.locator('[data-key=practise]').click();
  await page.locator('.puzzle-head', { hasText: `1 of ${mistakes.length}` }).waitFor();
  const name = mistakes[0].split(' ')[1];
  await page.locator('.puzzle-task', { hasText: `Black played ${name}. Find a better move.` }).waitFor();
  await cell(page, 'a1').click();
  await page.locator('.panel .puzzle-message.bad').waitFor({ timeout: 60_000 });
  await page.locator('[data-key=puzzle-hint]').click();
  await page.locator('.puzzle-hints', { hasText: `After ${name} White plays ` }).waitFor({ timeout: 60_000 });
  await page.locator('[data-key=puzzle-hint]').click();
  await page.locator('.puzzle-hints li').nth(1).waitFor();
  assert.deepEqual(await violations(page), []);
  await page.locator('[data-key=puzzle-solution]').click();
  const solution = page.locator('.panel .puzzle-message', { hasText: 'Solution: ' });
  await solution.waitFor();
  const [, best] = /Solution: (\w+)/.exec(await solution.textContent());
  await page.locator('[data-key=puzzle-again]').click();
  await cell(page, best).click();
  await page.locator('.panel .puzzle-message.good', { hasText: `Solved: ${best} is a good move.` }).waitFor();
  assert.deepEqual(page.problems, []);
});

test('an answer that comes late says nothing about the next puzzle', async () => {
  const page = await newPage();
  /** What the server sends waits for it. @type {Promise<void>} */
  let gate = Promise.resolve();
  await page.routeWebSocket(/socket$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage(async (message) => {
      await gate;
      socket.send(message);
    });
  });
  await open(page, url);
  await daily(page);
  let release;
  gate = new Promise((resolve) => { release = resolve; });
  const asked = () => page.locator('.panel .puzzle-message', { hasText: 'Tengen checks the move' }).waitFor();
  // A press during the question takes the move back.
  await cell(page, 'a1').click();
  await asked();
  await page.keyboard.press('u');
  const place = page.locator('.panel .puzzle-message', { hasText: 'Place a stone on the board.' });
  await place.waitFor();
  await page.locator('[data-key=puzzle-hint]').click();
  await asked();
  await page.locator('[data-key=puzzle-next]').click();
  await page.getByText('2 of 5').first().waitFor();
  await place.waitFor();
  release();
  await page.locator('[data-key=puzzle-hint]').click();
  await page.locator('.puzzle-hints li').waitFor();
  await place.waitFor();
  assert.equal(await page.locator('.puzzle-hints li').count(), 1, 'only the hint of this puzzle');
  assert.deepEqual(page.problems, []);
});

test('a review that puzzles interrupt can be continued after them', async () => {
  const page = await newPage();
  await open(page, url, '#freestyle/15x15/h8i9h10h9j9i8g10i10i11k9');
  await page.getByRole('tab', { name: 'Review' }).click();
  await panel(page, 'Review').getByRole('button', { name: 'Review the game' }).click();
  await page.locator('.review .progress').waitFor();
  await daily(page);
  await page.locator('[data-key=puzzle-end]').click();
  await page.getByRole('tab', { name: 'Review' }).click();
  await panel(page, 'Review').getByRole('button', { name: 'Continue' }).waitFor();
  assert.equal(await page.locator('.review .progress').count(), 0);
  assert.deepEqual(page.problems, []);
});
