// What a player must not stumble over: the end of the exercises, the buttons on a small phone, long lines, threats that are no
// wins yet, texts that are no games, the rule of a game, and the list of games.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { cell, messagesOf, moves, newGame, newPage, open, paste, startServer, until, violations } from './harness.mjs';

let server;
before(async () => {
  server = await startServer();
});

const SMALL_PHONE = { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true };

/** Three exercises: black has a better move than its third stone, white does not stop the open three, and black does not use it. */
const LOST = '(;GM[4]SZ[15]AB[hh][ih]AW[gf][hf]PL[B];B[jh];W[if];B[oa];W[jf])';

/** White wins by fours in 12 moves; black is to move. */
const LONG = { rule: 'standard', size: 15, to_move: 'black',
  black: 'l4 j5 l7 j9 k2 i5 m7 h3 k6 h4 j4 g6 k9 k7 k10 j8 k11 j11 j12 m10 h8 g3 f7 g2 i6 f5 d2 e4 d4 f8 g8 g10 g11 h12 i13 m3 g13 l9 f12 h9'.split(' '),
  white: 'k4 k5 i4 k3 i3 l6 j3 j7 g4 h2 k8 h6 i9 l8 m8 l10 k12 l11 j10 h7 f4 j6 f2 h5 d5 e3 c6 c5 e8 f9 i8 g7 g9 h11 l3 j14 l12 i12 e9'.split(' ') };

const notice = (page, text) => page.locator('.notice', { hasText: text });

/** What the browser has stored after the review: other pages begin with it. @type {string | null} */
let stored = null;

/** Begins the exercises of the lost game, of both sides; how many there are. */
async function practise(page) {
  if (stored) await page.addInitScript((text) => localStorage.setItem('tengen.game', text), stored);
  await open(page, server.url);
  if (!stored) {
    await paste(page, LOST);
    await notice(page, /\d/).waitFor();
  }
  await page.locator('#tab-puzzles').click();
  await page.locator('[data-key=puzzle-mistakes]').click();
  // The first page answers; the game remembers it for the others.
  if (!stored) await page.locator('[data-key=side-all]').click();
  await page.locator('.puzzle-task').waitFor({ timeout: 240_000 });
  return Number(/(\d+)$/.exec(await page.locator('.puzzle-head .kicker').textContent())[1]);
}

/** Whether an element lies in the window, whole. */
const isSeen = async (page, locator) => {
  const { x, y, width, height } = await locator.boundingBox();
  const { width: wide, height: high } = page.viewportSize();
  return x >= -1 && y >= -1 && x + width <= wide + 1 && y + height <= high + 1;
};

test('after the last exercise it is said what was solved alone, and the others are asked again', async () => {
  const page = await newPage();
  const { sent } = messagesOf(page);
  assert.equal(await practise(page), 3);
  await page.locator('[data-key=puzzle-solution]').click();
  await page.locator('[data-key=puzzle-again]').waitFor();
  for (const number of [2, 3]) {
    await page.locator('[data-key=puzzle-next]').click();
    await page.locator('.puzzle-head', { hasText: `${number} of 3` }).waitFor();
  }
  // The last one with a hint at its first move: the next move has a list of hints of its own.
  await page.locator('.puzzle-task', { hasText: 'Black to move and win' }).waitFor();
  await page.locator('[data-key=puzzle-hint]').click();
  await page.locator('.puzzle-hints li').waitFor();
  await cell(page, 'k8').click();
  const said = page.locator('.panel .puzzle-message.good');
  await said.filter({ hasText: 'k8 is right' }).waitFor();
  const reply = /resistance is (\w+)/.exec(await said.textContent())[1];
  await cell(page, reply === 'g8' ? 'l8' : 'g8').click();
  await said.filter({ hasText: 'Solved' }).waitFor();
  await page.locator('[data-key=puzzle-next]', { hasText: 'To the summary' }).click();
  const summary = () => page.locator('.panel .puzzle-summary > div').evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent).join(': ')));
  await page.locator('.panel .puzzle-summary').waitFor();
  assert.deepEqual(await summary(), ['Solved without help: 0', 'Solved with hints: 1', 'Solution shown: 1', 'Not solved: 1']);
  assert.deepEqual(await violations(page), []);
  await page.locator('[data-key=puzzle-repeat]', { hasText: ': 3' }).click();
  await page.locator('.puzzle-head', { hasText: '1 of 3' }).waitFor();
  await page.locator('[data-key=puzzle-end]').click();
  await page.getByText('Tried so far: 2. Solved without help: 0. Solved with hints: 1. Solution shown: 1.').waitFor();
  // The names of the exercises are those of the engine.
  const ids = await page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem('tengen.puzzles')).attempts));
  assert.ok(ids.every((id) => /^[0-9a-f]{8}$/.test(id)), String(ids));
  assert.ok(sent.some(({ request }) => request === 'review'));
  await page.reload();
  stored = await page.evaluate(() => localStorage.getItem('tengen.game'));
  assert.deepEqual(page.problems, []);
});

test('whose mistakes to practise is asked once for a game, and known by the name in the next one', async () => {
  const page = await newPage();
  const named = LOST.replace('SZ[15]', 'SZ[15]PB[Ann]PW[Bo]');
  await open(page, server.url);
  await paste(page, named);
  await notice(page, /Moves: 4/).waitFor();
  await page.locator('#tab-puzzles').click();
  await page.locator('[data-key=puzzle-mistakes]').click();
  const question = page.getByRole('group', { name: 'Which side did you play?' });
  await question.getByRole('button', { name: 'White (Bo)' }).waitFor();
  assert.deepEqual(await violations(page), []);
  await question.getByRole('button', { name: 'Black (Ann)' }).click();
  await question.waitFor({ state: 'hidden' });
  await page.locator('.puzzle-task').waitFor({ timeout: 240_000 });
  // Black has two of the three.
  await page.locator('.puzzle-head', { hasText: '1 of 2' }).waitFor();
  await page.locator('[data-key=puzzle-end]').click();
  await page.reload();
  await page.locator('[data-key=own-side]', { hasText: 'Your side: Black (Ann)' }).waitFor();
  await page.locator('[data-key=puzzle-mistakes]:enabled').click();
  await page.locator('.puzzle-head', { hasText: '1 of 2' }).waitFor();
  await page.locator('[data-key=puzzle-end]').click();
  // It can be answered anew.
  await page.locator('[data-key=own-side]').click();
  await question.getByRole('button', { name: 'Both sides' }).click();
  await page.locator('.puzzle-head', { hasText: '1 of 3' }).waitFor();
  await page.locator('[data-key=puzzle-end]').click();
  await paste(page, named.replace('PB[Ann]PW[Bo]', 'PB[Eve]PW[Ann]'));
  await page.locator('.player .name', { hasText: 'Eve' }).waitFor();
  await page.locator('[data-key=puzzle-mistakes]').click();
  // Ann has White now, with the third of them; what was reviewed is known.
  await page.locator('.puzzle-head', { hasText: '1 of 1' }).waitFor({ timeout: 60_000 });
  assert.equal(await question.count(), 0);
  await page.locator('[data-key=puzzle-end]').click();
  assert.deepEqual(page.problems, []);
});

test('while a puzzle and its panel are on the page, what is said of it stands there once', async () => {
  const page = await newPage({ viewport: { width: 1440, height: 900 } });
  await open(page, server.url, '#freestyle/15x15/h8');
  await page.locator('#tab-puzzles').click();
  await page.locator('[data-key=puzzle-daily]').click();
  await page.locator('[data-key=puzzle-solution]').click();
  const solution = page.locator('main').getByText(/^Solution: /);
  await solution.first().waitFor({ timeout: 60_000 });
  assert.equal(await solution.count(), 1);
  await page.locator('.status', { hasText: 'Your game waits until the puzzles are over.' }).waitFor();
  await page.locator('#tab-insight').click();
  await page.locator('.status', { hasText: 'Solution: ' }).waitFor();
  assert.deepEqual(page.problems, []);
});

for (const locale of ['en-US', 'de-DE']) {
  test(`on a small phone the board and the buttons of an exercise are in one sight: ${locale}`, async () => {
    const page = await newPage({ ...SMALL_PHONE, locale });
    await practise(page);
    const both = async (...keys) => {
      for (const part of ['.board', ...keys.map((key) => `[data-key=${key}]`)]) assert.ok(await isSeen(page, page.locator(part)), part);
    };
    await both('puzzle-hint', 'puzzle-solution', 'puzzle-next');
    for (const hint of [1, 2, 3, 4]) {
      await page.locator('[data-key=puzzle-hint]').tap();
      await page.locator('.puzzle-hints li').nth(hint - 1).waitFor();
    }
    await both('puzzle-hint', 'puzzle-solution', 'puzzle-next');
    await page.locator('[data-key=puzzle-solution]').tap();
    await page.locator('[data-key=puzzle-again]').waitFor();
    await both('puzzle-again', 'puzzle-next');
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(page.problems, []);
  });
}

for (const [locale, width, height] of [['en-US', 1440, 900], ['de-DE', 1440, 900], ['ru-RU', 1100, 700], ['de-DE', 375, 667]]) {
  test(`the level of the engine is not cut: ${locale}, ${width} by ${height}`, async () => {
    const page = await newPage({ viewport: { width, height }, locale });
    await page.addInitScript(() => localStorage.setItem('tengen.options', JSON.stringify({ evaluate: false })));
    await open(page, server.url);
    await page.locator('select.level').selectOption('10');
    const [is, needs] = await page.locator('select.level').evaluate((select) => {
      const copy = select.cloneNode(true);
      copy.style.cssText = 'position: absolute; width: max-content; max-width: none';
      select.parentElement.append(copy);
      const widths = [select, copy].map((each) => each.getBoundingClientRect().width);
      copy.remove();
      return widths;
    });
    assert.ok(is >= needs - 0.5, `${is} of ${needs} pixels`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(wide <= 0, `${wide} pixels beyond the window`);
  });
}

test('a long threat shows its first moves and can be walked through', async () => {
  const page = await newPage();
  await open(page, server.url);
  await paste(page, JSON.stringify(LONG));
  await notice(page, 'Position opened').waitFor();
  await page.getByRole('tab', { name: 'Threats' }).click();
  await page.getByRole('button', { name: 'What does White threaten?' }).click();
  await page.getByText(/White threatens to win by fours in \d+ moves\. Proved, if Black does nothing about it\./).first().waitFor();
  await page.getByText(/^And so on: \d+ moves of White in all\.$/).waitFor();
  const line = page.locator('[data-key=proof-line]');
  assert.match(await line.textContent(), /^(\w+ ){9}…$/);
  await line.hover();
  await page.locator('.stone.preview').first().waitFor();
  assert.equal(await page.locator('.stone.preview').count(), 9);
  await page.mouse.move(5, 5);
  await page.getByRole('button', { name: 'Walk through the proof' }).click();
  await page.locator('.walk-line .walk-move.white').waitFor();
  await page.locator('[data-key^=reply-]').first().click();
  await page.locator('.walk-line .walk-move.black').waitFor();
  assert.equal(await page.locator('.stone.preview').count(), 3);
  assert.deepEqual(page.problems, []);
});

test('a threat that can be stopped is no proved win', async () => {
  const page = await newPage();
  await open(page, server.url, '#freestyle/15x15/h8a1i8a15j8');
  await page.getByRole('tab', { name: 'Threats' }).click();
  await page.getByRole('button', { name: 'Find defences' }).click();
  const told = page.locator('.insight .proved');
  await told.waitFor();
  assert.match(await told.textContent(), /^Black threatens to win by fours in \d+ moves\. Proved, if White does nothing about it\. Moves that stop this win: \d+$/);
});

test('on a phone a puzzle hides neither that the server is gone, nor the players behind other panels', async () => {
  const own = await startServer();
  const page = await newPage(SMALL_PHONE);
  await open(page, own.url, '#freestyle/15x15/h8');
  await page.locator('#tab-puzzles').tap();
  await page.locator('[data-key=puzzle-daily]').tap();
  await page.locator('.puzzle-task').waitFor({ timeout: 60_000 });
  const players = page.locator('.players');
  await players.waitFor({ state: 'hidden' });
  await page.locator('#tab-analysis').tap();
  await players.waitFor({ state: 'visible' });
  await page.locator('#tab-puzzles').tap();
  await players.waitFor({ state: 'hidden' });
  await own.kill();
  await page.locator('.status', { hasText: /^State of the game\s*No connection: Tengen has ended/ }).waitFor({ state: 'visible' });
});

test('a notice covers nothing of the panel in use, and the board stays where it is', async () => {
  const touch = { hasTouch: true, isMobile: true };
  for (const [width, height, options] of [[360, 740, touch], [390, 844, touch], [768, 1024, touch], [1440, 900, {}]]) {
    const page = await newPage({ viewport: { width, height }, ...options });
    await open(page, server.url, '#freestyle/15x15/h8i9');
    await page.locator('#tab-puzzles').click();
    for (const isScrolled of [false, true]) {
      const where = `${width}×${height}${isScrolled ? ', scrolled' : ''}`;
      // So far that the tabs are behind the board.
      if (isScrolled) await page.evaluate(() => window.scrollTo({ top: document.querySelector('.tabs').getBoundingClientRect().bottom + window.scrollY - document.querySelector('.board').getBoundingClientRect().height + 40 }));
      const rects = () => page.evaluate(() => {
        const rect = (element) => {
          const { top, bottom, left, right } = element.getBoundingClientRect();
          return { top, bottom, left, right, text: element.textContent };
        };
        return { board: rect(document.querySelector('.board')), parts: [...document.querySelectorAll('.tab, .panel-puzzles :is(p, button)')].map(rect) };
      });
      const before = await rects();
      await paste(page, 'Dear Anna, how are you?');
      await notice(page, 'Not opened').waitFor();
      const covering = await page.locator('.notice').evaluate((element) => element.getBoundingClientRect().toJSON());
      const after = await rects();
      assert.ok(covering.top >= 0 && covering.bottom <= height, `${where}: the notice is seen`);
      assert.deepEqual([after.board.top, after.board.bottom], [before.board.top, before.board.bottom], where);
      // What went behind the board before the notice came is not covered by it.
      const seen = after.parts.filter((_, index) => (width > 700 ? before.parts[index].top >= 0 : before.parts[index].top >= before.board.bottom));
      const covered = seen.filter(({ top, bottom, left, right }) => top < covering.bottom - 0.5 && bottom > covering.top + 0.5 && left < covering.right && right > covering.left);
      assert.deepEqual(covered.map(({ text }) => text), [], where);
      await page.keyboard.press('Escape');
      await page.locator('.notice').waitFor({ state: 'hidden' });
    }
    assert.deepEqual(page.problems, []);
  }
});

test('what a reader leaves out or takes is said in the language of the page', async () => {
  const page = await newPage({ locale: 'de-DE' });
  await open(page, server.url);
  await paste(page, '(;GM[4]SZ[15]EV[x]SO[y];B[hh])');
  await page.locator('.notice[data-kind=info]', { hasText: 'Ausgelassen, da es hier keinen Platz hat: EV, SO.' }).waitFor();
  await paste(page, '. . . . .\n. X X . .\n. O O O .\n. . . . .\n. . . X O\n');
  await page.locator('.notice[data-kind=warning]', { hasText: 'Steine: 3 schwarze, 4 weiße. Als Nächstes zieht vermutlich Schwarz.' }).waitFor();
  assert.deepEqual(page.problems, []);
});

test('a text that is no game is refused in the language of the page', async () => {
  for (const [locale, error] of [['en-US', 'Not opened: “Dear” is not a point of the board.'], ['de-DE', 'Nicht geöffnet: „Dear“ ist kein Punkt des Bretts.'], ['ja-JP', '開けません：「Dear」は盤の点ではありません。']]) {
    const page = await newPage({ locale });
    await open(page, server.url);
    await paste(page, 'Dear Anna, how are you?');
    await notice(page, error).waitFor();
    assert.doesNotMatch(await notice(page, error).textContent(), /txt/);
    await page.context().close();
  }
});

test('the rule of an opened game is said, and why; one that names none can be read by another', async () => {
  const page = await newPage();
  await open(page, server.url, '#renju/15x15/a1');
  await paste(page, 'h8 i9 g7');
  await notice(page, 'Rule: Renju, as on the board; the text names none that is known here.').getByRole('button', { name: 'Read as Freestyle' }).click();
  await notice(page, 'Rule: Freestyle, as chosen.').waitFor();
  assert.match(await page.locator('.summary-line').textContent(), /^Freestyle/);
  assert.deepEqual(await moves(page), ['h8', 'i9', 'g7']);
  for (const [text, rule] of [['(;GM[4]SZ[15]RU[Renju];B[hh])', 'Renju, named by the text'], ['(;GM[4]SZ[15];B[hh])', 'Freestyle, as on the board'],
    ['{"rule":"standard","size":15,"moves":["h8"]}', 'Standard, named by the text']]) {
    await open(page, server.url, '#freestyle/15x15/a1');
    await paste(page, text);
    await notice(page, new RegExp(`Rule: (${rule})`)).waitFor();
    await page.reload();
  }
  assert.deepEqual(page.problems, []);
});

test('saved games have the result of their moves, and each is listed once', async () => {
  const own = await startServer();
  const rows = (number, name, points) => points.map((point, index) => `${number},2026-11-0${number} 10:00:00,${name},white,freestyle,15x15,unfinished,,${index + 1},${point},\n`).join('');
  const five = ['h8', 'a1', 'i8', 'a3', 'j8', 'a5', 'k8', 'a7', 'l8'];
  writeFileSync(join(own.folder, 'games.csv'), `game,date,black,white,rule,size,result,reason,move,point,time_ms\n${rows(1, 'Ann', five)}${rows(2, 'Bob', five)}${rows(3, 'Ann', five)}`);
  const page = await newPage();
  await open(page, own.url, '#freestyle/15x15/h8a1i8a3j8a5k8a7l8');
  await open(page, own.url, '#freestyle/15x15/e5');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.locator('.library-games li').first().waitFor();
  const texts = await page.locator('.library-games .saved-game').allTextContents();
  assert.deepEqual(texts.map((text) => text.split(' ')[0]), ['Ann', 'Bob']);
  for (const text of texts) assert.match(text, /Black wins: five in a row/);
  assert.match(texts[0], /also saved as 1/);
  // Who deletes one is asked about all that are the same.
  await page.locator('.library-games li').first().getByRole('button', { name: 'Delete game 3' }).click();
  await page.getByRole('button', { name: 'Really delete 3 and 1: the same game' }).waitFor();
  // A game that was replaced, likewise.
  await page.locator('.kept-games .saved-game', { hasText: 'Black wins: five in a row' }).waitFor();
  assert.equal(await page.locator('.kept-games .saved-game', { hasText: 'Moves: 9' }).count(), 1);
  assert.deepEqual(page.problems, []);
});

test('a player whose name is the color has it once', async () => {
  const page = await newPage();
  await open(page, server.url);
  await paste(page, '(;GM[4]SZ[15]PB[Black]PW[white];B[hh])');
  await notice(page, 'Moves: 1').waitFor();
  const cards = await page.locator('.player .who').allTextContents();
  assert.equal(cards.join(' ').match(/black/gi).length, 1, String(cards));
  await newGame(page, { players: 'Two players' });
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.locator('.kept-games .saved-game').first().waitFor();
  assert.doesNotMatch(await page.locator('.kept-games .saved-game').first().textContent(), /black.*black/i);
});
