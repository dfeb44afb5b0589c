// Games in and out: files, pasted text, links, the library; and that no game is lost.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { cell, moves, newGame, newPage, open, startServer, until, violations } from './harness.mjs';

let url;
before(async () => {
  ({ url } = await startServer());
});

const dialogOf = (page) => page.locator('dialog.open-game');

/** Opens the dialog and gives it a text. */
async function paste(page, text) {
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByLabel('Text', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Open the text' }).click();
}

/** The same through a file, with a text or with bytes. */
async function openFile(page, name, text) {
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
}

const closed = (page) => dialogOf(page).waitFor({ state: 'hidden' });
const notice = (page) => page.locator('.notice').textContent();
const at = (page, name, color, number) => page.locator(`[role=gridcell][aria-label="${name}, ${color}, move ${number}"]`);
const stone = (page, name, color, number) => at(page, name, color, number).waitFor();

/** The contents of the file of a format. */
async function downloaded(page, format) {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: `.${format}`, exact: true }).click()]);
  const text = readFileSync(await file.path(), 'utf8');
  await page.keyboard.press('Escape');
  await page.locator('dialog.share').waitFor({ state: 'hidden' });
  return text;
}

const LINE = ['h8', 'i9', 'g9'];
/** An empty board, before the next text. */
async function emptied(page) {
  await page.evaluate(() => { location.hash = '#caro/15x15/'; });
  await page.locator('[role=grid][aria-label*=Caro]').waitFor();
  // The game before may have been one of caro, too.
  await page.locator('[role=gridcell][aria-label*=", move "]').first().waitFor({ state: 'detached' });
}

test('players are named where the game is saved, and the names follow an exchange of sides', async () => {
  const page = await newPage();
  await open(page, url);
  await newGame(page, { players: 'Two players' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByLabel('Name of the player: Black').fill(' Anna Black ');
  await page.getByLabel('Name of the player: White').fill('Bob]');
  await page.keyboard.press('Escape');
  await until(page, async () => (await page.locator('.player .name').allTextContents()).join() === 'Anna Black,Bob]', 'the names beside the board');
  const text = await downloaded(page, 'sgf');
  assert.match(text, /PB\[Anna Black\]/);
  assert.match(text, /PW\[Bob\\\]\]/);
  // No side changes where none is the engine's.
  await page.keyboard.press('x');
  assert.match(await downloaded(page, 'sgf'), /PB\[Anna Black\]/);
  // Against the engine the person alone has a name, on either side.
  await newGame(page, { players: 'Play Black' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByLabel('Name of the player: Black').fill('Anna');
  assert.equal(await page.getByLabel('Name of the player: White').count(), 0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('x');
  await until(page, async () => (await page.locator('.player .name').allTextContents()).join() === 'Tengen,Anna', 'the names of the other side');
});

test('opens pasted text of any form', async () => {
  const page = await newPage();
  await open(page, url);
  for (const [what, text] of [
    ['moves', 'h8 i9 g9'], ['moves as in books', '1. h8 i9, 2. g9'], ['numbered lines', '1. h8 i9\n2. g9'], ['SGF', '(;GM[4]SZ[15];B[hh];W[ig];B[gg])'],
    ['a position as JSON', '{"rule":"renju","size":15,"moves":["h8",[8,6],"g9"]}'],
    ['a game as JSON', '{"rule":"caro","size":15,"moves":[{"move":"h8"},{"move":"i9"},{"move":"g9"},{"move":"a1","after":1}]}'],
    ['a link', 'http://127.0.0.1:1/old-token/#renju/15x15/h8i9g9'],
    ['SGF without an end', '(;GM[4]SZ[15];B[hh];W[ig];B[gg]'], ['SGF that names the game of Go', '(;GM[1]SZ[15];B[hh];W[ig];B[gg])'],
  ]) {
    await emptied(page);
    await paste(page, text);
    await closed(page);
    await stone(page, 'g9', 'Black', 3);
    assert.deepEqual(await moves(page), LINE, what);
    await page.locator('.notice', { hasText: /[Oo]pened. Moves: 3\./ }).waitFor();
    assert.deepEqual(page.problems, [], what);
  }
});

test('a position as JSON with stones set up', async () => {
  const page = await newPage();
  await open(page, url);
  await paste(page, '{"rule":"renju","size":9,"black":["e5","e6"],"white":[[0,8]],"blocked":["a9"],"to_move":"white"}');
  await closed(page);
  await cell(page, 'e5').and(page.locator('[aria-label*="Black"]')).waitFor();
  assert.equal(await cell(page, 'a9').getAttribute('aria-label'), 'a9, blocked');
  assert.match(await cell(page, 'a1').getAttribute('aria-label'), /^a1, White/);
  await page.locator('.status').getByText(/White to move/).waitFor();
});

test('refuses wrong text and says where', async () => {
  const page = await newPage();
  await open(page, url, '#freestyle/15x15/a1');
  await stone(page, 'a1', 'Black', 1);
  const alert = dialogOf(page).getByRole('alert');
  for (const [what, text, error] of [
    ['words', 'Dear Anna, how are you?', /^Not opened: “Dear” is not a point of the board/], ['a point off the board', 'h8 i9 z99', /^Not opened: “z99” is not a point/],
    ['two stones on a point', '(;SZ[9]\n;B[ee];W[ee])', /^Not opened: Line 2: The point e5 is occupied/],
    ['a game of Go', '(;GM[1]SZ[19]KM[6.5];B[dd])', /^Not opened: KM\[6\.5\]: that is another game, such as Go/],
    ['JSON with a wrong key', '{"size":15,"moves":["h8"],"komi":6}', /komi/],
    ['JSON cut off', '{"size":15,', /^Not opened: The text begins like JSON/], ['JSON with a point twice', '{"size":15,"moves":["h8","h8"]}', /moves\[1\].*occupied/],
    ['a large board', '(;SZ[30];B[ee])', /“30x30” is not a size/], ['nothing', '  \n', /^There is no game in the text/],
    ['a link of another game', '#chess/15x15/h8', /unknown rule: “chess”/], ['a link with a wrong point', '#renju/15x15/h8q99', /“q99” is not a point/],
  ]) {
    await paste(page, text);
    await alert.filter({ hasText: /./ }).waitFor();
    assert.match(await alert.textContent(), error, what);
    assert.deepEqual(await moves(page), ['a1'], what);
    assert.deepEqual(page.problems, [], what);
    await page.keyboard.press('Escape');
    await closed(page);
  }
});

test('a text that is too long for a message is refused, and the connection stays', async () => {
  const page = await newPage();
  await open(page, url);
  await openFile(page, 'large.txt', 'h8 '.repeat(1_500_000));
  await dialogOf(page).getByRole('alert').filter({ hasText: 'too long' }).waitFor();
  await page.locator('.connection[data-state=open]').waitFor();
});

test('of several games in a file one is chosen', async () => {
  const page = await newPage();
  await open(page, url);
  await openFile(page, 'two.sgf', '(;GM[4]SZ[9]RU[renju]PB[Ann]PW[person];B[ee])(;GM[4]SZ[15]RE[W+R]PB[tengen]PW[Bo]DT[2020-01-02];B[hh];W[ig])');
  const rows = dialogOf(page).locator('.file-games .saved-game');
  await rows.nth(1).waitFor();
  assert.match(await rows.nth(0).textContent(), /Ann – .*Renju · 9×9 · Moves: 1/);
  assert.match(await rows.nth(1).textContent(), /Tengen – Bo.*Freestyle · 15×15 · Moves: 2 · White wins: Black resigned · 2020-01-02/);
  await rows.nth(1).click();
  await closed(page);
  await stone(page, 'i9', 'White', 2);
  assert.equal(await page.locator('.status .strong').textContent(), 'White wins: Black resigned');
  assert.deepEqual(await page.locator('.player .name').allTextContents(), ['Tengen', 'Bo']);
  assert.deepEqual(page.problems, []);
});

test('opens files in any code page', async () => {
  const page = await newPage();
  await open(page, url);
  for (const [what, name, parts] of [
    ['SGF in the code page that it names', 'old.sgf', ['(;GM[4]SZ[15]CA[GBK]PB[', [0xba, 0xda], ']PW[Bo];B[hh];W[ig])']],
    ['SGF in UTF-8', 'new.sgf', ['(;GM[4]SZ[15]CA[UTF-8]PB[黑]PW[Bo];B[hh];W[ig])']],
    ['a game as JSON, with a byte order mark', 'game.json', ['\ufeff{"rule":"renju","size":15,"moves":[{"move":"h8"},{"move":"i9"}],"black":"黑","white":"Bo"}']],
  ]) {
    await emptied(page);
    await openFile(page, name, Buffer.concat(parts.map((part) => Buffer.from(part))));
    await closed(page);
    await stone(page, 'i9', 'White', 2);
    assert.deepEqual(await page.locator('.player .name').allTextContents(), ['黑', 'Bo'], what);
    assert.deepEqual(page.problems, [], what);
  }
});

test('pasted SGF is text, whatever code page it names', async () => {
  const page = await newPage();
  await open(page, url);
  await paste(page, '(;GM[4]SZ[15]CA[GBK]PB[黑]PW[Bo];B[hh];W[ig])');
  await closed(page);
  await stone(page, 'i9', 'White', 2);
  assert.deepEqual(await page.locator('.player .name').allTextContents(), ['黑', 'Bo']);
});

test('lines of a file that were left out are told first, until one closes the notice', async () => {
  const page = await newPage();
  // The time of a notice is short here.
  await page.addInitScript(() => {
    const later = globalThis.setTimeout;
    globalThis.setTimeout = (act, ms, ...more) => later(act, ms >= 8000 ? 100 : ms, ...more);
  });
  await open(page, url);
  const head = 'game,date,black,white,rule,size,result,reason,move,point,time_ms';
  await openFile(page, 'games.csv', `${head}\n1,2026-11-24 10:00:00,person,tengen,renju,15x15,unfinished,,1,h8,\n2,x\n`);
  await closed(page);
  await stone(page, 'h8', 'Black', 1);
  assert.match(await notice(page), /^About the file: line 3: 2 cells.*Opened\. Moves: 1\. Rule: \w+, named by the text\./s);
  // It stays: it is no news of the moment, which goes by itself.
  await page.locator('.notice[data-kind=warning]').waitFor();
  await page.waitForTimeout(300);
  assert.equal(await page.locator('.notice').isVisible(), true);
  // Of several games it is said before one is chosen.
  await openFile(page, 'games.csv', `${head}\n1,2026-11-24 10:00:00,person,tengen,renju,15x15,unfinished,,1,h8,\n3,2026-11-24 10:00:00,person,tengen,renju,15x15,unfinished,,1,i9,\n2,x\n`);
  await page.locator('dialog .warning', { hasText: 'About the file: line 4' }).waitFor();
  assert.deepEqual(await violations(page), []);
  await page.locator('.file-games .saved-game').first().click();
  await closed(page);
  await page.locator('.notice').waitFor({ state: 'hidden' });
});

test('what was left out of a list and the board that was taken for it are told', async () => {
  const page = await newPage();
  await open(page, url);
  await paste(page, 'Nice game https://example.org 1. h8!? i9');
  await closed(page);
  await stone(page, 'i9', 'White', 2);
  const said = await notice(page);
  assert.match(said, /Left out, as they are no moves: Nice game https:\/\/example\.org !\?\./);
  assert.match(said, /Board: 15×15; the text names none\./);
  await paste(page, '(;GM[1]SZ[15];B[hh]');
  await stone(page, 'h8', 'Black', 1);
  await page.locator('.notice', { hasText: /GM\[1\], the number of Go.*Of game 1 only the beginning is read\. The text breaks off/ }).waitFor();
});

test('a list that does not fit the board here is opened on the usual one', async () => {
  const page = await newPage();
  await open(page, url, '#freestyle/9x9/e5');
  await paste(page, 'h8 g9 k11 i8');
  await closed(page);
  await stone(page, 'k11', 'Black', 3);
  assert.match(await notice(page), /Board: 15×15; the text names none\./);
  // What is wrong on both is told of the board here.
  await open(page, url, '#freestyle/9x9/e5');
  await paste(page, 'h8 g9 z44');
  await page.getByText('“h8” is not a point').or(page.getByText(/is not a point of the board/)).first().waitFor();
});

test('moves out of turn are shown as they are', async () => {
  const page = await newPage();
  await open(page, url);
  await paste(page, '(;GM[4]SZ[9];B[ee];B[dd];W[cc])');
  await closed(page);
  await stone(page, 'c7', 'White', 3);
  await stone(page, 'd6', 'Black', 2);
  assert.match(await downloaded(page, 'sgf'), /;B\[ee\]\s*;B\[dd\]\s*;W\[cc\]/);
  assert.deepEqual(page.problems, []);
});

test('SGF keeps what the page does not show', async () => {
  const page = await newPage();
  await open(page, url);
  await paste(page, '(;GM[4]SZ[9]RU[caro]PB[A \\] b]PW[C]RE[W+T]C[two\nlines \\\\](;B[ee]VALUE[12]DEPTH[3]NODES[400]MSEC[70]C[x\\]y];W[dd])(;B[cc]))');
  await closed(page);
  await stone(page, 'd6', 'White', 2);
  const text = await downloaded(page, 'sgf');
  for (const part of ['RU[caro]', 'PB[A \\] b]', 'PW[C]', 'RE[W+T]', 'VALUE[12]', 'DEPTH[3]', 'NODES[400]', 'MSEC[70]', 'C[x\\]y]', 'lines \\\\]', 'B[cc]']) {
    assert.ok(text.includes(part), `${part} in ${text}`);
  }
});

test('the line on the board is saved, with its own ending, and the notice says what is not kept', async () => {
  const page = await newPage();
  await open(page, url);
  await newGame(page, { players: /Two p/, size: 9 });
  for (const point of ['e5', 'e6', 'f5', 'f6']) await cell(page, point).click();
  await stone(page, 'f6', 'White', 4);
  await page.keyboard.press(',');
  await cell(page, 'a1').click();
  await stone(page, 'a1', 'White', 4);
  await page.keyboard.press('R');
  await page.locator('.status .strong').waitFor();
  await page.keyboard.press(',');
  // Stepped back, the variation is still the line on the board.
  assert.equal(await downloaded(page, 'txt'), 'e5e6f5a1\n');
  await page.locator('.notice', { hasText: 'Variations and comments are not kept there.' }).waitFor();
  assert.match(await downloaded(page, 'csv'), /,white,resigned,4,a1,|,white,resigned,1,e5,/);
  const sgf = await downloaded(page, 'sgf');
  assert.match(sgf, /RE\[W\+R\]/);
  assert.match(sgf, /\(;W\[ai\][^]*\(;W\[fd\]/);
  // What the library cannot hold is saved as SGF, unless one wants the line alone.
  const [whole] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('s')]);
  assert.equal(whole.suggestedFilename(), 'game.sgf');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Save the game' }).click();
  await page.locator('.notice', { hasText: /Saved as number \d+ in games.csv · Variations/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await dialogOf(page).locator('.library-games .saved-game').first().click();
  await closed(page);
  await stone(page, 'a1', 'White', 4);
  assert.deepEqual(await moves(page), ['e5', 'e6', 'f5', 'a1']);
  assert.equal(await page.locator('.status .strong').textContent(), 'White wins: Black resigned');
  const names = await page.locator('.player .name').allTextContents();
  assert.ok(names.every((name) => !/person|tengen/.test(name)), names.join());
  // The other line of the same game has another ending: none.
  assert.deepEqual(page.problems, []);
});

test('a game opened from SGF with a plain date is saved', async () => {
  const page = await newPage();
  await open(page, url);
  await paste(page, '(;GM[4]SZ[15]DT[2026-11-24]PB[Ann]PW[Bo];B[hh];W[ig])');
  await closed(page);
  await page.keyboard.press('s');
  await page.locator('.notice', { hasText: /Saved as number/ }).waitFor();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await dialogOf(page).locator('.library-games .saved-game', { hasText: /Ann – Bo.*2026-11-24/ }).first().waitFor();
});

test('a format that cannot hold the stones set up says so', async () => {
  const page = await newPage();
  await open(page, url, '#freestyle/15x15/black=h8&white=&to-move=white/i9');
  await stone(page, 'i9', 'White', 1);
  await page.keyboard.press('s');
  await page.locator('.notice[data-kind=error]', { hasText: 'Only SGF and links hold stones' }).waitFor();
  assert.match(await downloaded(page, 'sgf'), /AB\[hh\][^]*;W\[ig\]/);
});

test('without a connection files are not read, and the page says so', async () => {
  const server = await startServer();
  const page = await newPage();
  await open(page, server.url);
  await server.kill();
  await page.locator('.connection[data-state=closed]').waitFor();
  await paste(page, 'h8 i9');
  await dialogOf(page).getByRole('alert').filter({ hasText: 'No connection to Tengen.' }).waitFor();
  // A link needs no engine.
  await page.getByLabel('Text', { exact: true }).fill('#renju/15x15/h8');
  await page.getByRole('button', { name: 'Open the text' }).click();
  await stone(page, 'h8', 'Black', 1);
});

test('after a resignation the game goes on with another move', async () => {
  const page = await newPage();
  await open(page, url);
  await newGame(page, { players: 'Play black', level: 1 });
  await cell(page, 'h8').click();
  await page.locator('[role=gridcell][aria-label*=", move 2"]').waitFor();
  await page.keyboard.press('R');
  await page.getByText('White wins: Black resigned').first().waitFor();
  // A step back shows the game as it was; the end is still the end.
  await page.keyboard.press(',');
  await page.locator('.status .strong').waitFor({ state: 'detached' });
  await page.keyboard.press('.');
  await page.locator('.status .strong').waitFor();
  // Undo takes the resignation back.
  await page.keyboard.press('u');
  await page.locator('.status .strong').waitFor({ state: 'detached' });
  assert.equal((await moves(page)).length, 2);
  await cell(page, 'c3').click();
  await page.locator('[role=gridcell][aria-label*=", move 4"]').waitFor();
  assert.deepEqual(page.problems, []);
});

test('variations of a decided game can be studied', async () => {
  const page = await newPage();
  await open(page, url);
  await paste(page, '(;GM[4]SZ[15]RE[B+T];B[hh];W[ig];B[gg])');
  await closed(page);
  await page.getByText('Black wins: White ran out of time').first().waitFor();
  await page.keyboard.press(',');
  await cell(page, 'a1').click();
  await stone(page, 'a1', 'Black', 3);
  await cell(page, 'b1').click();
  await stone(page, 'b1', 'White', 4);
  await page.keyboard.press('a');
  await page.locator('.candidate.best').waitFor();
  // The game keeps its result and its main line, though a variation is on the board.
  assert.match(await downloaded(page, 'sgf'), /RE\[B\+T\][^]*;B\[gg\]\)[^]*\(;B\[ao\]/);
  await page.keyboard.press('[');
  await page.reload();
  await page.locator('html[data-ready]').waitFor();
  for (let step = 0; step < 3; step++) await page.keyboard.press('.');
  await stone(page, 'a1', 'Black', 3);
  await page.keyboard.press('v');
  await page.getByText('Black wins: White ran out of time').first().waitFor();
});

/** Two persons' game of three moves. */
async function begun(page) {
  await newGame(page, { players: /Two p/ });
  for (const point of LINE) await cell(page, point).click();
  await stone(page, 'g9', 'Black', 3);
}

const undo = (page) => page.locator('.notice').getByRole('button', { name: 'Undo' });

for (const [what, replace, found] of [
  ['a link', (page) => page.evaluate(() => { location.hash = '#renju/15x15/a1'; }), ['a1']],
  ['pasted text', (page) => paste(page, 'b2 c3'), ['b2', 'c3']],
  ['a press in the editor', async (page) => {
    await page.keyboard.press('e');
    await cell(page, 'a1').click();
  }, []],
]) {
  test(`${what} keeps the game before`, async () => {
    const page = await newPage();
    await open(page, url);
    await begun(page);
    await replace(page);
    await undo(page).waitFor();
    await page.waitForFunction((count) => document.querySelectorAll('[role=gridcell][aria-label*=", move "]').length === count, found.length);
    assert.deepEqual(await moves(page), found);
    await undo(page).click();
    await stone(page, 'g9', 'Black', 3);
    assert.deepEqual(await moves(page), LINE);
    assert.equal(await page.evaluate(() => localStorage.getItem('tengen.games.kept')), '[]');
    // Without the notice the game is in the list of earlier ones, also after a reload.
    await replace(page);
    await undo(page).waitFor();
    await page.reload();
    await page.locator('.connection[data-state=open]').waitFor();
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await dialogOf(page).locator('.kept-games .saved-game', { hasText: 'Moves: 3' }).click();
    await stone(page, 'g9', 'Black', 3);
    assert.deepEqual(page.problems, []);
  });
}

test('a game that was kept with the review of another one like it is kept no more once it is restored', async () => {
  const page = await newPage();
  await open(page, url, '#freestyle/15x15/h8i9');
  await page.locator('.graph-line').waitFor();
  // A damaged one among them is told, and does no harm.
  await page.evaluate(() => localStorage.setItem('tengen.games.kept', JSON.stringify([null])));
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('tengen.games.kept')));
  await page.keyboard.press('R');
  await page.evaluate(() => { location.hash = '#freestyle/15x15/a1'; });
  await page.locator('.notice .notice-action').waitFor();
  await page.evaluate(() => {
    const list = JSON.parse(localStorage.getItem('tengen.games.kept'));
    const review = { effort: 'quick', isRunning: false, isComplete: true, done: 3, total: 3, end: 2, moves: [] };
    localStorage.setItem('tengen.games.kept', JSON.stringify(list.map((each) => (each ? { ...each, study: { ...each.study, review } } : each))));
  });
  assert.equal((await kept()).length, 2);
  await page.locator('.notice .notice-action').click();
  await page.locator('[role=gridcell][aria-label="i9, White, move 2"]').waitFor();
  assert.deepEqual(await kept(), [null]);
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByText('Review again').waitFor();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByText('Damaged in the storage of the browser and not readable: 1 game.').waitFor();
  assert.deepEqual(page.problems, []);
});

test('a new game keeps the one before', async () => {
  const page = await newPage();
  await open(page, url);
  await begun(page);
  await newGame(page, { players: /Two p/, size: 9 });
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await dialogOf(page).locator('.kept-games .saved-game', { hasText: 'Moves: 3' }).click();
  await stone(page, 'g9', 'Black', 3);
});

test('each tab has its own game; a new one begins with the last', async () => {
  const page = await newPage();
  await open(page, url);
  await begun(page);
  // The game is stored a moment after the last move.
  await until(page, () => page.evaluate(() => Object.values(localStorage).some((text) => text.includes('g9'))), 'the game is stored');
  const second = await page.context().newPage();
  await second.goto(url);
  await stone(second, 'g9', 'Black', 3);
  await second.goto(`${url}#renju/9x9/e5`);
  await stone(second, 'e5', 'Black', 1);
  await second.reload();
  await stone(second, 'e5', 'Black', 1);
  await page.reload();
  await stone(page, 'g9', 'Black', 3);
  const third = await page.context().newPage();
  await third.goto(url);
  await stone(third, 'e5', 'Black', 1);
});

test('a full storage is told once', async () => {
  const page = await newPage();
  await open(page, url);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await newGame(page, { players: /Two p/ });
  await page.locator('.notice[data-kind=error]', { hasText: 'no room to keep the game' }).waitFor();
  await page.evaluate(() => { document.querySelector('.notice').textContent = ''; });
  await cell(page, 'h8').click();
  await stone(page, 'h8', 'Black', 1);
  await page.waitForTimeout(500);
  assert.equal(await notice(page), '');
  assert.equal(await page.evaluate(() => sessionStorage.getItem('tengen.game')), null, 'no older game is left to come back');
  assert.deepEqual(page.problems, []);
});

test('a comment is stored after a while, not with every letter, and at the latest when the page goes', async () => {
  const page = await newPage();
  await open(page, url, '#renju/15x15/h8i9');
  await stone(page, 'i9', 'White', 2);
  await page.waitForTimeout(400);
  await page.evaluate(() => {
    const set = Storage.prototype.setItem;
    globalThis.written = 0;
    Storage.prototype.setItem = function (key, value) {
      if (key === 'tengen.game' && this === localStorage) globalThis.written += 1;
      return set.call(this, key, value);
    };
  });
  await page.keyboard.press('c');
  await page.locator('textarea:focus').pressSequentially('a good move \\', { delay: 5 });
  await page.waitForFunction(() => globalThis.written > 0);
  assert.ok(await page.evaluate(() => globalThis.written) <= 3);
  await page.locator('textarea:focus').pressSequentially('!');
  await page.reload();
  await stone(page, 'i9', 'White', 2);
  assert.equal(await page.locator('.moves textarea').inputValue(), 'a good move \\!');
});

test('a stone clicks; a step back, a comment and another game do not', async () => {
  const page = await newPage();
  await page.addInitScript(() => {
    globalThis.clicks = 0;
    const create = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
      globalThis.clicks += 1;
      return create.call(this);
    };
    localStorage.setItem('tengen.options', '{"sound":true}');
  });
  await open(page, url);
  await begun(page);
  assert.equal(await page.evaluate(() => globalThis.clicks), 3);
  await page.keyboard.press('c');
  await page.locator('textarea:focus').fill('a comment');
  await page.locator('textarea:focus').blur();
  await page.keyboard.press(',');
  await page.keyboard.press('.');
  await paste(page, 'h8 i9 g9 a1');
  await stone(page, 'a1', 'White', 4);
  assert.equal(await page.evaluate(() => globalThis.clicks), 3);
});

test('a wrong address is told, and forgotten', async () => {
  const page = await newPage();
  for (const [hash, error] of [
    ['#chess/15x15/h8', /unknown rule: “chess”/], ['#renju/99x15/h8', /“99x15” is not a size/], ['#renju/15x15/h8q99', /“q99” is not a point/], ['#renju/15x15/h8h8', /h8 is occupied/],
  ]) {
    // Another address of the page would be read without a load.
    await page.goto('about:blank');
    await page.goto(url + hash);
    await page.locator('.notice[data-kind=error]').waitFor();
    assert.match(await notice(page), error, hash);
    assert.equal(await page.evaluate(() => location.hash), '', hash);
    await page.reload();
    await page.locator('.connection[data-state=open]').waitFor();
    assert.equal(await page.locator('.notice[data-kind=error]').count(), 0, hash);
    assert.deepEqual(page.problems, [], hash);
  }
});

test('a game from a link is listed with the time at which it was opened', async () => {
  const page = await newPage();
  await open(page, url, '#freestyle/15x15/h8i9');
  await newGame(page, { players: /Two p/, size: 9 });
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  const row = dialogOf(page).locator('.kept-games .saved-game', { hasText: 'Moves: 2' });
  assert.match(await row.textContent(), new RegExp(new Date().toISOString().slice(0, 10)));
  // The link has no date, and none is made up for files.
  await row.click();
  await stone(page, 'i9', 'White', 2);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '.sgf', exact: true }).click()]);
  assert.doesNotMatch(readFileSync(await file.path(), 'utf8'), /DT\[/);
});

test('while a puzzle is on the board, a text has the rule of the game that waits, and that game is saved with its own date', async () => {
  const page = await newPage();
  await open(page, url);
  await paste(page, '(;GM[4]SZ[15]RU[Renju]PB[Ann];B[hh];W[ig])');
  await closed(page);
  await stone(page, 'i9', 'White', 2);
  await page.getByRole('tab', { name: 'Puzzles' }).click();
  await page.locator('[data-key=puzzle-daily]').click();
  await page.locator('.puzzle-task').waitFor({ timeout: 60_000 });
  await page.keyboard.press('s');
  await page.locator('.notice', { hasText: 'Saved as number' }).waitFor();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  const row = dialogOf(page).locator('.library-games .saved-game', { hasText: 'Ann – Human' });
  assert.doesNotMatch(await row.textContent(), new RegExp(String(new Date().getFullYear())));
  await page.keyboard.press('Escape');
  await paste(page, 'h8 i9 g9');
  await closed(page);
  await stone(page, 'g9', 'Black', 3);
  await page.locator('[role=grid][aria-label*=Renju]').waitFor();
  assert.deepEqual(page.problems, []);
});
