// Games: by mouse against the engine, by keyboard alone, on a phone; rules, openings, reload.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { cell, messagesOf, moves, newGame, newPage, open, PHONE, startServer, until } from './harness.mjs';

let url;
before(async () => {
  ({ url } = await startServer());
});

/** The best move of a game, asked from the page's own server. */
const bestMove = (page, played) => page.evaluate((names) => new Promise((resolve, reject) => {
  const address = new URL('socket', location.href);
  address.protocol = 'ws:';
  const socket = new WebSocket(address);
  socket.onerror = reject;
  socket.onopen = () => socket.send(JSON.stringify({
    id: 1, request: 'move', position: { rule: 'freestyle', size: 15, moves: names }, limits: { time_ms: 150 }, points: 'names',
  }));
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(data);
    if (answer.event !== 'done') return;
    socket.close();
    resolve(answer.move);
  };
}), played);

test('a game against the engine is won by mouse', async () => {
  const page = await newPage();
  await open(page, url);
  await newGame(page, { players: 'Play black', level: 1 });
  const result = page.locator('.status .strong');
  for (let turn = 0; turn < 60 && !(await result.count()); turn++) {
    const played = await moves(page);
    await cell(page, await bestMove(page, played)).click();
    // The answer of the engine, or the end of the game.
    await page.locator(`[role=gridcell][aria-label*=", move ${played.length + 2}"], .status .strong`).first().waitFor();
  }
  assert.equal(await result.textContent(), 'Black wins: five in a row');
  assert.ok(await page.locator('.win-line').count(), 'the winning line is drawn');
  assert.match(await page.locator('#live').textContent(), /Black wins/);
  assert.deepEqual(page.problems, []);
});

test('a game is won by keyboard alone', async () => {
  const page = await newPage();
  await open(page, url);
  await page.keyboard.press('n');
  await page.getByRole('dialog', { name: 'New game' }).waitFor();
  // From the button that closes the dialog to the group of players.
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const name = await page.evaluate(() => document.activeElement.parentElement.textContent);
  assert.equal(name, 'Two players');
  await page.keyboard.press('Enter');
  await page.locator('[role=gridcell][aria-label="h8"]:focus').waitFor();
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await press('Enter', 'ArrowUp', 'Enter');
  for (let stone = 0; stone < 3; stone++) await press('ArrowDown', 'ArrowRight', 'Enter', 'ArrowUp', 'Enter');
  await page.locator('[role=gridcell][aria-label="k9, White, move 8"]').waitFor();
  await press('ArrowDown', 'ArrowRight', 'Enter');
  await page.locator('[role=gridcell][aria-label="l8, Black, move 9, winning stone"]:focus').waitFor();
  assert.match(await page.locator('#live').textContent(), /Black wins: five in a row/);
  // The ends of rows and columns, and a stone on a point that is taken.
  await press('Home');
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'a8');
  await press('End', 'PageUp');
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'o15');
  await press('u', 'u');
  await page.locator('[role=gridcell][aria-label="l8"]').waitFor();
  assert.equal((await moves(page)).length, 7);
  await press(']');
  await page.locator('[role=gridcell][aria-label^="l8, Black"]').waitFor();
  assert.deepEqual(page.problems, []);
});

test('a game is won on a phone, each touch confirmed', async () => {
  const page = await newPage(PHONE);
  await open(page, url);
  await newGame(page, { players: 'Two players', size: 9 });
  const line = ['e5', 'e6', 'f5', 'f6', 'g5', 'g6', 'h5', 'h6', 'd5'];
  for (const [index, point] of line.entries()) {
    await cell(page, point).tap();
    const ask = page.locator('.confirm');
    await ask.waitFor();
    assert.equal(await page.locator(`[role=gridcell][aria-label*=", move ${index + 1}"]`).count(), 0, 'a touch alone places nothing');
    if (index % 2) await cell(page, point).tap();
    else await ask.getByRole('button', { name: 'Place' }).tap();
    await page.locator(`[role=gridcell][aria-label*=", move ${index + 1}"]`).waitFor();
  }
  assert.equal(await page.locator('.status .strong').textContent(), 'Black wins: five in a row');
  const targets = await page.locator('[role=gridcell]').first().boundingBox();
  assert.ok(targets.width >= 24 && targets.height >= 24, `cells of ${targets.width} px`);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(overflow <= 0, `${overflow} px too wide`);
  assert.deepEqual(page.problems, []);
});

test('a point forbidden in renju is refused with its reason', async () => {
  const page = await newPage();
  await open(page, url, '#renju/15x15/black=h9,h10,f8,g8&white=a1,c1,e1,g1&to-move=black/');
  await cell(page, 'h8').click();
  await page.locator('.notice[data-kind=error]').waitFor();
  assert.match(await page.locator('.notice').textContent(), /^h8 is forbidden: double three/);
  assert.equal(await cell(page, 'h8').getAttribute('aria-label'), 'h8, forbidden: double three');
  await page.getByRole('tab', { name: 'Threats' }).click();
  const reason = page.getByRole('button', { name: /h8 is forbidden/ });
  await reason.focus();
  // The stones of the reason light up: two threes with one stone in common.
  await page.locator('.spotlight').nth(4).waitFor();
  assert.deepEqual(page.problems, []);
});

test('a game that ends with a forbidden move says of which kind it was, and marks it', async () => {
  const page = await newPage();
  await open(page, url);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByLabel('Text', { exact: true }).fill('(;GM[4]RU[renju]SZ[15];B[hg];W[aa];B[hf];W[ca];B[fh];W[ea];B[gh];W[ga];B[hh])');
  await page.getByRole('button', { name: 'Open the text' }).click();
  await page.locator('.status .strong', { hasText: 'White wins: forbidden move (double three)' }).waitFor();
  await page.locator('.forbidden text', { hasText: '33' }).waitFor();
  await page.locator('[role=gridcell][aria-label="h8, Black, move 9, forbidden: double three"]').waitFor();
  // Without a result in the file the kind comes from the position before the move.
  await page.evaluate(() => { location.hash = '#renju/15x15/h9a1h10c1f8e1g8g1h8'; });
  await page.locator('[role=gridcell][aria-label="a1, White, move 2"]').waitFor();
  await page.locator('.status .strong', { hasText: 'White wins: forbidden move (double three)' }).waitFor();
  await page.keyboard.press(',');
  await page.locator('[role=gridcell][aria-label="h8, forbidden: double three"]').waitFor();
  await page.locator('.status', { hasText: 'Move 9: Black to move' }).waitFor();
  // So does the list of the games that another one replaced.
  await page.evaluate(() => { location.hash = '#freestyle/15x15/a1'; });
  await page.locator('[role=gridcell][aria-label="a1, Black, move 1"]').waitFor();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.locator('.kept-games .saved-game', { hasText: 'White wins: forbidden move (double three)' }).first().waitFor();
  assert.deepEqual(page.problems, []);
});

test('swap2 is guided step by step, and undone', async () => {
  const page = await newPage();
  await open(page, url);
  await newGame(page, { players: 'Two players', opening: 'swap2' });
  for (const point of ['h8', 'i9', 'k11']) await cell(page, point).click();
  const status = page.locator('.status');
  await status.getByRole('button', { name: 'Two more stones' }).click();
  for (const point of ['g7', 'j6']) await cell(page, point).click();
  await status.getByText('First player: choose a color').waitFor();
  await page.keyboard.press('u');
  await page.locator('[role=gridcell][aria-label="j6"]').waitFor();
  await cell(page, 'f6').click();
  await status.getByRole('button', { name: 'White' }).click();
  await status.getByText('Move 6: White to move').waitFor();
  assert.deepEqual(await moves(page), ['h8', 'i9', 'k11', 'g7', 'f6']);
  // The end of the opening is taken back as a choice, too.
  await page.keyboard.press('u');
  await status.getByText('First player: choose a color').waitFor();
});

test('the opening of the RIF: squares, two fifth stones, no figure twice, a reload in between', async () => {
  const page = await newPage();
  await open(page, url);
  await newGame(page, { players: 'Two players', opening: 'rif' });
  const status = page.locator('.status');
  await cell(page, 'h9').click();
  await page.locator('.notice[data-kind=error]', { hasText: 'The first stone belongs in the center.' }).waitFor();
  for (const point of ['h8', 'h9', 'h10']) await cell(page, point).click();
  await status.getByText('Black will offer 2 fifth stones.').waitFor();
  // The stone to come is shown under the mouse, but not on the stone that was just placed there.
  const ghost = (point) => cell(page, point).evaluate((element) => getComputedStyle(element, '::after').backgroundColor);
  assert.equal(await ghost('h10'), 'rgba(0, 0, 0, 0)');
  await cell(page, 'h12').hover();
  assert.notEqual(await ghost('h12'), 'rgba(0, 0, 0, 0)');
  await status.getByRole('button', { name: 'Black' }).click();
  await cell(page, 'h12').click();
  await cell(page, 'g8').click();
  await page.locator('.offer').waitFor();
  assert.equal(await ghost('g8'), 'rgba(0, 0, 0, 0)', 'nor on an offered one');
  await page.reload();
  await page.locator('.offer').waitFor();
  await cell(page, 'i8').click();
  await page.locator('.notice[data-kind=error]', { hasText: 'i8' }).waitFor();
  await cell(page, 'i9').click();
  await page.locator('.offer').nth(1).waitFor();
  for (const [point, sign] of [['g8', 'A'], ['i9', 'B']]) await page.locator(`[role=gridcell][aria-label="${point}, offered stone ${sign}"]`).waitFor();
  assert.match(await page.locator('#live').textContent(), /Offered: A g8, B i9\./);
  await cell(page, 'i9').click();
  await status.getByText('Move 6: White to move').waitFor();
  assert.deepEqual(await moves(page), ['h8', 'h9', 'h10', 'h12', 'i9']);
  await cell(page, 'a1').click();
  await page.locator('[role=gridcell][aria-label="a1, White, move 6"]').waitFor();
  assert.deepEqual(page.problems, []);
});

test('the engine takes part in an opening', async () => {
  const page = await newPage();
  await open(page, url);
  await newGame(page, { players: 'Play white', opening: 'swap2', level: 3 });
  await page.locator('.status').getByRole('button', { name: 'Two more stones' }).waitFor();
  assert.equal((await moves(page)).length, 3);
  await page.locator('.status').getByRole('button', { name: 'Black' }).click();
  // Black has two stones, white one: the engine, now white, moves.
  await page.locator('[role=gridcell][aria-label*=", move 4"]').waitFor();
});

test('the game is there again after a reload, with its variations', async () => {
  const page = await newPage();
  await open(page, url);
  await newGame(page, { players: 'Two players' });
  for (const point of ['h8', 'i9', 'g9']) await cell(page, point).click();
  await page.locator('[role=gridcell][aria-label="g9, Black, move 3"]').waitFor();
  await page.keyboard.press('u');
  await cell(page, 'j10').click();
  await page.locator('[role=gridcell][aria-label="j10, Black, move 3"]').waitFor();
  await page.reload();
  await page.locator('[role=gridcell][aria-label="j10, Black, move 3"]').waitFor();
  await page.keyboard.press('v');
  await page.locator('[role=gridcell][aria-label="g9, Black, move 3"]').waitFor();
  assert.deepEqual(await moves(page), ['h8', 'i9', 'g9']);
  assert.deepEqual(page.problems, []);
});

test('a clock that runs out ends the game', async () => {
  const page = await newPage();
  await open(page, url);
  await newGame(page, { players: 'Two players', seconds: 1 });
  await page.locator('.status .strong').waitFor();
  assert.equal(await page.locator('.status .strong').textContent(), 'White wins: Black ran out of time');
});

test('two engines play a game to its end', async () => {
  const page = await newPage();
  await open(page, url);
  await newGame(page, { players: 'Two engines', level: 3, size: 5 });
  await page.locator('.status .strong').waitFor({ timeout: 40_000 });
  assert.match(await page.locator('.status .strong').textContent(), /wins: five in a row|Draw/);
});

for (const [seconds, count] of [[1, 6], [2, 3]]) {
  test(`engines of full strength do not lose on time with ${seconds} s per move`, async () => {
    const page = await newPage();
    const { sent } = messagesOf(page);
    await open(page, url);
    await newGame(page, { players: 'Two engines', level: 10, seconds });
    await page.locator(`[role=gridcell][aria-label*=", move ${count}"], .status .strong`).first().waitFor({ timeout: 30_000 });
    assert.ok((await moves(page)).length >= count, await page.locator('.status').textContent());
    const limits = sent.filter(({ request }) => request === 'move').map((message) => message.limits.time_ms);
    assert.ok(limits.every((limit) => limit > 0 && limit < seconds * 1000), `asked for ${limits} ms`);
    assert.deepEqual(page.problems, []);
  });
}

test('a pause does not give time back', async () => {
  const page = await newPage();
  await open(page, url);
  await newGame(page, { players: 'Two players', seconds: 9 });
  const left = async () => Number((await page.locator('.player.active .time').textContent()).replace('0:0', ''));
  await until(page, async () => (await left()) < 8.4, 'the clock runs');
  await page.keyboard.press('p');
  await page.getByText('The engine is paused.').waitFor();
  await page.keyboard.press('p');
  await page.getByText('Move 1: Black to move').waitFor();
  assert.ok((await left()) < 8.4, `${await left()} s are left`);
  await page.reload();
  await page.locator('.connection[data-state=open]').waitFor();
  assert.ok((await left()) < 8.4, `${await left()} s are left after a reload`);
});

test('a level changed while the engine thinks: the new search reports and moves', async () => {
  const page = await newPage();
  const { sent, received } = messagesOf(page);
  await open(page, url);
  await newGame(page, { players: 'Play black', level: 10, seconds: 20 });
  await cell(page, 'h8').click();
  await page.locator('.status .detail').waitFor();
  await page.locator('[data-key=level-now]').selectOption('8');
  await page.locator('[role=gridcell][aria-label*=", move 2"]').waitFor();
  const [first, second] = sent.filter(({ request }) => request === 'move');
  assert.deepEqual([first.level, second.level], [10, 8]);
  assert.equal(received.find(({ id, event }) => id === first.id && event === 'error').code, 'canceled');
  // What the second search reported is on the curve.
  await page.keyboard.press(',');
  await until(page, async () => /^\d+%$/.test(await page.locator('.graph-value').textContent()), 'the value of the second search');
  assert.deepEqual(page.problems, []);
});

test('a pause and its end in one moment: the engine moves', async () => {
  const page = await newPage();
  await open(page, url);
  await newGame(page, { players: 'Play black', level: 10 });
  await cell(page, 'h8').click();
  await page.locator('.status .detail').waitFor();
  await page.keyboard.press('p');
  await page.keyboard.press('p');
  await page.locator('[role=gridcell][aria-label*=", move 2"]').waitFor();
});

test('the engine moves at once when it is told to', async () => {
  const page = await newPage();
  const { sent } = messagesOf(page);
  await open(page, url);
  await newGame(page, { players: 'Play black', level: 10, seconds: 60 });
  await cell(page, 'h8').click();
  await page.locator('.status .detail').waitFor();
  await page.keyboard.press('g');
  await page.locator('[role=gridcell][aria-label*=", move 2"]').waitFor();
  assert.ok(sent.some(({ request }) => request === 'stop'));
});

test('what the editor replaced comes back with undo', async () => {
  const page = await newPage();
  await open(page, url, '#freestyle/15x15/h8i9g9');
  await page.keyboard.press('e');
  await cell(page, 'a1').click();
  await page.locator('[role=gridcell][aria-label="a1, Black"]').waitFor();
  await cell(page, 'h8').click();
  await page.locator('[role=gridcell][aria-label="h8"]').waitFor();
  await page.keyboard.press('u');
  await page.keyboard.press('u');
  await page.locator('[role=gridcell][aria-label="g9, Black, move 3"]').waitFor();
  assert.deepEqual(await moves(page), ['h8', 'i9', 'g9']);
});

test('letters are commands on other keyboards, too, and undo leaves the engine its first stone', async () => {
  const page = await newPage();
  await open(page, url);
  await newGame(page, { players: 'Play white', level: 1 });
  await page.locator('[role=gridcell][aria-label*=", move 1"]').waitFor();
  const press = (key, code) => page.evaluate((init) => document.body.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true })), { key, code });
  await press('г', 'KeyU');
  await press('ь', 'KeyM');
  await page.locator('.stone .number').getByText('1', { exact: true }).waitFor();
  assert.equal((await moves(page)).length, 1);
});

test('a position of a link is played on against the engine', async () => {
  const page = await newPage();
  await open(page, url, '#freestyle/15x15/h8i9g9i7');
  await page.getByRole('button', { name: 'Play this position against Tengen' }).click();
  await page.getByLabel('Level of the engine').selectOption('3');
  await cell(page, 'i8').click();
  await until(page, async () => (await moves(page)).length === 6, 'the engine answers');
  assert.deepEqual(page.problems, []);
});

test('the engine thinks on the time of the person, and gives way to other searches', async () => {
  const page = await newPage();
  const messages = messagesOf(page);
  await open(page, url);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('switch', { name: /thinks on my time/ }).check();
  await page.keyboard.press('Escape');
  await newGame(page, { players: 'Play black', level: 10 });
  const pondered = () => messages.sent.filter(({ request, limits }) => request === 'move' && limits.time_ms > 100_000);
  const answer = ({ id }) => messages.received.find((message) => message.id === id && message.event === 'done');
  await until(page, () => pondered().length === 1, 'it thinks while the person looks at the empty board');
  await cell(page, 'h8').click();
  await until(page, async () => (await moves(page)).length === 2, 'the engine answers');
  await until(page, () => pondered().length === 2, 'it thinks again');
  const [, second] = pondered();
  assert.equal(second.position.moves.length, 2);
  assert.equal(answer(second), undefined);
  await page.getByRole('button', { name: 'Hint' }).click();
  await until(page, () => answer(second)?.stopped, 'it makes room for the hint');
  await until(page, () => pondered().length === 3, 'it thinks on after the hint');
  assert.equal((await moves(page)).length, 2);
  await page.keyboard.press('a');
  await until(page, () => answer(pondered()[2])?.stopped, 'it makes room for the analysis');
  await page.locator('.candidate.best').waitFor();
  assert.equal(pondered().length, 3);
  assert.deepEqual(page.problems, []);
});
