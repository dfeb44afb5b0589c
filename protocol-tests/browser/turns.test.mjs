// Whose turn and whose text: what stays true while the game moves on. Comments, offers of notices, choices
// of the engine in openings, typed moves and passes, taps on a phone.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { cell, messagesOf, moves, newGame, newPage, open, paste, PHONE, startServer, until } from './harness.mjs';

let url;
before(async () => {
  ({ url } = await startServer());
});

const notice = (page) => page.locator('.notice');

test('a comment stays with the move on which it was begun', async () => {
  const page = await newPage();
  await open(page, url);
  await newGame(page, { players: 'Play black', level: 10, seconds: 20 });
  await cell(page, 'h8').click();
  await page.locator('[role=gridcell][aria-label="h8, Black, move 1"]').waitFor();
  await page.keyboard.press('c');
  const field = page.locator('#comment');
  await page.keyboard.type('in the ');
  await page.evaluate(() => document.querySelector('[data-key=engine]').click());
  await until(page, async () => (await moves(page)).length === 2, 'the engine answers');
  await page.keyboard.type('center');
  assert.equal(await field.inputValue(), 'in the center');
  await page.locator('label[for=comment]', { hasText: 'Comment (1. h8)' }).waitFor();
  await field.blur();
  await until(page, async () => (await field.inputValue()) === '', 'the answer has no comment');
  await page.keyboard.press(',');
  await until(page, async () => (await field.inputValue()) === 'in the center', 'the comment is with its move');
  assert.equal(await page.locator('.has-comment').count(), 1);
  assert.deepEqual(page.problems, []);
});

test('a comment on a stone of an opening outlives the next choice', async () => {
  const page = await newPage();
  await open(page, url);
  await newGame(page, { players: 'Two players', opening: 'swap2' });
  await cell(page, 'h8').click();
  await page.locator('[role=gridcell][aria-label="h8, Black, move 1"]').waitFor();
  await page.keyboard.press('c');
  await page.keyboard.type('middle');
  for (const point of ['i9', 'a1']) await cell(page, point).click();
  await page.locator('[role=gridcell][aria-label="a1, Black, move 3"]').waitFor();
  await page.keyboard.press('[');
  await page.keyboard.press('.');
  await until(page, async () => (await page.locator('#comment').inputValue()) === 'middle', 'the comment is with its move');
});

test('a letter in the same moment as the key of a field is typed into it', async () => {
  const page = await newPage({ viewport: { width: 1024, height: 768 } });
  await open(page, url);
  await page.getByRole('tab', { name: 'Analysis' }).click();
  for (const [key, selector] of [['c', '#comment'], [':', '#move-field']]) {
    const focused = await page.evaluate((pressed) => {
      document.activeElement.blur();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true }));
      return `#${document.activeElement.id}`;
    }, key);
    assert.equal(focused, selector);
  }
});

test('the offer of a notice ends when the game goes on', async () => {
  const page = await newPage();
  await open(page, url);
  for (const next of [
    () => newGame(page, { players: 'Two players' }),
    () => cell(page, 'a1').click(),
  ]) {
    await newGame(page, { players: 'Two players' });
    await cell(page, 'h8').click();
    await page.locator('[role=gridcell][aria-label="h8, Black, move 1"]').waitFor();
    await page.evaluate(() => { location.hash = '#freestyle/15x15/b2c3'; });
    await notice(page).getByRole('button', { name: 'Undo' }).waitFor();
    await next();
    await notice(page).waitFor({ state: 'hidden' });
  }
  assert.deepEqual(page.problems, []);
});

test('a notice can be closed, and covers no button of the header or the toolbar, and no tab', async () => {
  const phone = (width, height) => ({ ...PHONE, viewport: { width, height } });
  for (const options of [PHONE, phone(360, 740), phone(375, 667), phone(320, 568), { viewport: { width: 1024, height: 768 } }, {}]) {
    const page = await newPage(options);
    await open(page, url, '#freestyle/15x15/h8i9');
    const top = await page.locator('.board').evaluate((board) => board.getBoundingClientRect().top);
    await page.evaluate(() => { location.hash = '#freestyle/15x15/b2c3'; });
    await notice(page).waitFor();
    if (options.isMobile) assert.equal(await page.locator('.board').evaluate((board) => board.getBoundingClientRect().top), top, 'the board stays');
    const covered = await page.evaluate(() => {
      const { left, right, top, bottom } = document.querySelector('.notice').getBoundingClientRect();
      return [...document.querySelectorAll('.header-actions button, .controls button, .tab')].filter((button) => {
        const box = button.getBoundingClientRect();
        return box.right > left && box.left < right && box.bottom > top && box.top < bottom;
      }).map((button) => button.getAttribute('data-key'));
    });
    assert.deepEqual(covered, [], JSON.stringify(options.viewport));
    const { y, height } = await notice(page).boundingBox();
    assert.ok(y >= 0 && y + height <= page.viewportSize().height + 1, 'it is in the window');
    await notice(page).getByRole('button', { name: 'Close' }).click();
    await notice(page).waitFor({ state: 'hidden' });
  }
});

test('what the engine chooses in an opening is told', async () => {
  const page = await newPage();
  await open(page, url);
  await newGame(page, { players: 'Play black', opening: 'swap2', level: 5 });
  await page.evaluate(() => {
    globalThis.said = [];
    const live = document.getElementById('live');
    new MutationObserver(() => globalThis.said.push(live.textContent)).observe(live, { childList: true });
  });
  for (const point of ['h8', 'i9', 'a1']) await cell(page, point).click();
  // It stays there as long as it is news, and is read aloud.
  const told = /^Tengen (takes Black\. You are White|takes White\. You are Black|places two more stones)\.$/;
  await page.locator('.status').getByText(told).waitFor();
  assert.match((await page.evaluate(() => globalThis.said)).join(' '), /Tengen (takes|places)/);
  assert.deepEqual(page.problems, []);
});

test('in an opening Save says what files do not keep; a game opened then does not end it', async () => {
  const page = await newPage();
  await open(page, url);
  await newGame(page, { players: 'Two players', opening: 'swap2' });
  await cell(page, 'h8').click();
  await page.locator('[role=gridcell][aria-label="h8, Black, move 1"]').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.locator('dialog.share').getByText('The opening is not over: an SGF file keeps it').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('dialog.share').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByLabel('Text', { exact: true }).fill('a1 b2 c3');
  await page.getByRole('button', { name: 'Open the text' }).click();
  await page.locator('[role=gridcell][aria-label="c3, Black, move 3"]').waitFor();
  await notice(page).getByText('Opened. Moves: 3.').waitFor();
  assert.doesNotMatch((await page.locator('.live, #live').allTextContents()).join(' '), /opening is over/);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  assert.equal(await page.locator('dialog.share').getByText('The opening is not over').count(), 0);
  assert.deepEqual(page.problems, []);
});

test('on a phone a forbidden point is refused at the first tap', async () => {
  const page = await newPage(PHONE);
  await open(page, url, '#renju/15x15/black=h9,h10,f8,g8&white=a1,c1,e1,g1&to-move=black/');
  await cell(page, 'h8').tap();
  await page.locator('.notice[data-kind=error]', { hasText: 'h8 is forbidden: double three' }).waitFor();
  assert.equal(await page.locator('.confirm').isVisible(), false);
  await cell(page, 'h9').tap();
  await page.locator('.notice[data-kind=error]', { hasText: 'h9 is occupied' }).waitFor();
  assert.equal(await page.locator('.confirm').isVisible(), false);
});

test('the bar that confirms moves nothing, and a late second tap does nothing', async () => {
  const page = await newPage(PHONE);
  await open(page, url);
  await newGame(page, { players: 'Two players' });
  const tops = () => page.evaluate(() => ['.board', '.controls', '.tabbed'].map((selector) => document.querySelector(selector).getBoundingClientRect().top));
  const earlier = await tops();
  await cell(page, 'h8').tap();
  const yes = page.locator('.confirm').getByRole('button', { name: 'Place' });
  await yes.waitFor();
  assert.deepEqual(await tops(), earlier);
  const { x, y, width, height } = await yes.boundingBox();
  // Every place of the bar is tapped once more as soon as it is gone, by the page itself: a busy machine would be too late.
  await page.evaluate(([at, row]) => {
    const bar = document.querySelector('.confirm');
    new MutationObserver((_, observer) => {
      if (!bar.hidden) return;
      observer.disconnect();
      const button = document.elementFromPoint(at, row);
      for (const target of [button, document.querySelector('[data-key=flag]')]) target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
      globalThis.isBelow = !!button.closest('.under-board');
    }).observe(bar, { attributes: true, attributeFilter: ['hidden'] });
  }, [x + width / 2, y + height / 2]);
  await yes.tap();
  await page.locator('.confirm').waitFor({ state: 'hidden' });
  assert.ok(await page.evaluate(() => globalThis.isBelow), 'the bar lay over the toolbar');
  await page.locator('[role=gridcell][aria-label="h8, Black, move 1"]').waitFor();
  assert.equal(await page.locator('.status .strong').count(), 0, 'nobody has resigned');
  // After a moment the button does what it says.
  await page.waitForTimeout(600);
  await page.locator('[data-key=flag]').tap();
  await page.getByText('Black wins: White resigned').first().waitFor();
});

test('a loss on time is taken back alone', async () => {
  const page = await newPage();
  await open(page, url);
  await newGame(page, { players: 'Two players', seconds: 2 });
  await cell(page, 'h8').click();
  await page.getByText('Black wins: White ran out of time').first().waitFor();
  await page.keyboard.press('u');
  await page.getByText('Move 2: White to move').waitFor();
  assert.deepEqual(await moves(page), ['h8']);
});

/** What the clocks show, in seconds. */
const clocks = async (page) => (await page.locator('.player .time').allTextContents()).map((text) => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0));

test('in an opening the clock of the one who chooses runs, and goes with the player to the other color', async () => {
  const page = await newPage();
  await open(page, url);
  await newGame(page, { players: 'Two players', opening: 'swap', minutes: 1 });
  await until(page, async () => (await clocks(page))[0] < 59, 'the clock of the first player runs');
  assert.equal((await clocks(page))[1], 60);
  for (const point of ['h8', 'i9', 'k11']) await cell(page, point).click();
  // Stones of both colors are the first player's.
  await page.locator('.status').getByText('Second player: choose a color').waitFor();
  const [first, second] = await clocks(page);
  assert.ok(first < 59 && second > 58, `${first} and ${second}`);
  await page.reload();
  await page.locator('.connection[data-state=open]').waitFor();
  await until(page, async () => (await clocks(page))[1] < 59, 'the clock of the second player runs, also after a reload');
  assert.ok((await clocks(page))[0] >= first - 1, 'the other one stands still');
  await until(page, async () => (await clocks(page))[1] < 57, 'the clock of the second player runs');
  await page.locator('.status').getByRole('button', { name: 'Black' }).click();
  await page.getByText('Move 4: White to move').waitFor();
  const [black, white] = await clocks(page);
  assert.ok(black < 57.5 && white > black, `the second player is black: ${black} and ${white}`);
  assert.deepEqual(page.problems, []);
});

test('a stone placed in an opening adds the increment, another choice and an offered stone do not', async () => {
  const page = await newPage();
  await open(page, url);
  await newGame(page, { players: 'Two players', opening: 'soosorv-8', minutes: 1, increment: 30 });
  const placed = async (point) => {
    await cell(page, point).click();
    await page.locator(`[role=gridcell][aria-label^="${point}, "]`).first().waitFor();
  };
  for (const point of ['h8', 'h9', 'h10']) await placed(point);
  // The first player has placed three stones; it is black.
  const choose = (name) => page.locator('.status').getByRole('button', { name, exact: true }).click();
  await page.locator('.status').getByRole('button', { name: 'White' }).waitFor();
  const near = (seconds, least, most) => assert.ok(seconds > least && seconds <= most, `${seconds}, expected ${least} to ${most}`);
  near((await clocks(page))[0], 120, 150);
  near((await clocks(page))[1], 30, 60);
  await choose('White');
  await placed('g7');
  await page.locator('.status').getByRole('button', { name: '2', exact: true }).waitFor();
  near((await clocks(page))[1], 60, 90);
  await choose('2');
  await page.locator('.status').getByRole('button', { name: 'White' }).waitFor();
  near((await clocks(page))[1], 60, 90);
  await choose('Black');
  for (const point of ['e5', 'f11']) await placed(point);
  await page.locator('.status', { hasText: 'pick one of the offered stones' }).waitFor();
  // What was offered and declared has added nothing to either.
  near((await clocks(page))[0], 120, 150);
  near((await clocks(page))[1], 60, 90);
  assert.deepEqual(page.problems, []);
});

test('an opening that is saved as SGF goes on when it is pasted: who decides, the offers, the clocks', async () => {
  const page = await newPage();
  await open(page, url);
  await newGame(page, { players: 'Two players', opening: 'soosorv-8', minutes: 5 });
  const placed = async (point) => {
    await cell(page, point).click();
    await page.locator(`[role=gridcell][aria-label^="${point}, "]`).first().waitFor();
  };
  const choose = (name) => page.locator('.status').getByRole('button', { name, exact: true }).click();
  for (const point of ['h8', 'h9', 'h10']) await placed(point);
  await choose('White');
  await placed('g7');
  await choose('2');
  await choose('Black');
  await placed('e5');
  const asks = page.locator('.status', { hasText: 'First player: offer a fifth stone (1 left)' });
  await asks.waitFor();
  await until(page, async () => (await clocks(page)).some((left) => left < 299), 'time has passed');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('an SGF file keeps it, with what was chosen and offered and with the clocks').waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '.sgf', exact: true }).click()]);
  await page.keyboard.press('Escape');
  const sgf = readFileSync(await file.path(), 'utf8');
  assert.match(sgf, /SESSION\[\{"opening"\\:\{"rule"\\:"soosorv-8","choices"\\:\["h8",/);
  const before = await clocks(page);
  // Another game, and the saved one as a text.
  await page.evaluate(() => { location.hash = '#freestyle/15x15/a1'; });
  await page.locator('.status', { hasText: 'Move 2' }).waitFor();
  await paste(page, sgf);
  await notice(page).getByText('The opening goes on: Soosõrv-8.').waitFor();
  await asks.waitFor();
  await page.locator('[role=gridcell][aria-label^="e5, "]').waitFor();
  const after = await clocks(page);
  for (const side of [0, 1]) assert.ok(Math.abs(after[side] - before[side]) < 12 && after[side] <= 300, `${after} after ${before}`);
  assert.ok(Math.max(...after) < 300, 'both have used time');
  await placed('f11');
  await page.locator('.status', { hasText: 'Second player: pick one of the offered stones' }).waitFor();
  await cell(page, 'f11').click();
  await page.locator('.status', { hasText: 'Move 6: White to move' }).waitFor();
  assert.deepEqual(page.problems, []);
});

test('who does not choose in time loses, and nothing can be chosen after that until it is taken back', async () => {
  const page = await newPage();
  await open(page, url);
  await newGame(page, { players: 'Two players', opening: 'soosorv-8', seconds: 3 });
  for (const point of ['h8', 'h9', 'h10']) await cell(page, point).click();
  await page.getByText('Black wins: White ran out of time').first().waitFor();
  await page.keyboard.press(':');
  await page.keyboard.type('white\n');
  await notice(page).getByText('The game is over.').waitFor();
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('u');
  await page.locator('.status').getByRole('button', { name: 'White' }).waitFor();
  assert.deepEqual(page.problems, []);
});

test('the engine chooses in an opening within its time', async () => {
  const page = await newPage();
  const { sent } = messagesOf(page);
  await open(page, url);
  await newGame(page, { players: 'Play white', opening: 'swap2', level: 3, seconds: 1 });
  await page.locator('.status').getByRole('button', { name: 'Two more stones' }).waitFor();
  const limits = sent.filter(({ request, play }) => request === 'opening' && play).map((message) => message.limits.time_ms);
  assert.ok(limits.length && limits.every((limit) => limit > 0 && limit < 1000), String(limits));
});

test('the move on the board stays in sight when the game ends', async () => {
  const page = await newPage();
  await open(page, url, '#freestyle/15x15/a1b1c1d1a3b3c3d3a5b5c5d5e7f7g7h7e9f9g9h9e11f11g11h11i12j13k14l15');
  await page.locator('.move[aria-current]').waitFor();
  await page.keyboard.press('R');
  await page.locator('.status .strong').waitFor();
  await until(page, () => page.evaluate(() => {
    const list = document.querySelector('.move-list').getBoundingClientRect();
    const move = document.querySelector('.move[aria-current]').getBoundingClientRect();
    // A row may end within a pixel.
    return move.top > list.top - 1 && move.bottom < list.bottom + 1;
  }), 'the move is in the list');
  // Nothing is to be explained about a game that is over.
  await page.locator('[data-key=explain-best]:disabled').waitFor();
});

test('an opening of renju and its rule are chosen together', async () => {
  const page = await newPage();
  await open(page, url);
  await page.getByRole('button', { name: 'New game' }).click();
  const dialog = page.getByRole('dialog', { name: 'New game' });
  await dialog.getByLabel('Opening').selectOption('taraguchi-10');
  assert.equal(await dialog.getByLabel('Rule').inputValue(), 'renju');
  await dialog.getByLabel('Rule').selectOption('freestyle');
  assert.equal(await dialog.getByLabel('Opening').inputValue(), 'free');
  await dialog.getByLabel('Opening').selectOption('swap2');
  assert.equal(await dialog.getByLabel('Rule').inputValue(), 'freestyle');
});

test('a position that was set up is opened by its stones', async () => {
  const page = await newPage();
  await open(page, url);
  await newGame(page, { players: 'Two players' });
  await cell(page, 'h8').click();
  await page.locator('[role=gridcell][aria-label="h8, Black, move 1"]').waitFor();
  await page.evaluate(() => { location.hash = '#freestyle/15x15/black=h9,h10,f8&white=a1,c1&to-move=white/'; });
  await notice(page).getByText('Position opened. Stones: 5.').waitFor();
  await page.getByText('The game begins from a position. Stones: 5.').waitFor();
  assert.equal(await page.locator('[data-key=tour]').count(), 0);
});

for (const locale of ['de-DE', 'ru-RU', 'cs-CZ', 'en-US']) {
  test(`tabs and controls have room in ${locale}`, async () => {
    const page = await newPage({ locale });
    await open(page, url, '#freestyle/15x15/h8i9g9');
    for (const [width, height] of [[1024, 768], [1100, 619], [1200, 700], [1280, 720]]) {
      await page.setViewportSize({ width, height });
      // The layout is chosen when the window has its new size.
      await page.evaluate(() => new Promise(requestAnimationFrame));
      const wide = await page.evaluate(() => ({
        page: document.documentElement.scrollHeight - window.innerHeight,
        tabs: document.querySelector('.tabs').scrollWidth - document.querySelector('.tabs').clientWidth,
        controls: document.querySelector('.under-board').getBoundingClientRect().height,
      }));
      assert.deepEqual({ ...wide, controls: wide.controls < 50 }, { page: 0, tabs: 0, controls: true }, `${width} by ${height}: ${JSON.stringify(wide)}`);
    }
    // On a phone all tabs are in sight.
    await page.setViewportSize({ width: 360, height: 740 });
    await page.locator('html[data-layout=phone]').waitFor();
    const over = await page.locator('.tabs').evaluate((tabs) => tabs.scrollWidth - tabs.clientWidth);
    assert.ok(over <= 0, `${over} pixels beyond the tabs`);
  });
}

test('typed moves have any spelling that files may have; a pass has a button and a key, and two end a game of renju', async () => {
  const page = await newPage();
  const messages = messagesOf(page);
  await open(page, url);
  await newGame(page, { players: 'Two players', rule: 'renju' });
  const type = async (text) => {
    await page.keyboard.press(':');
    await page.locator('#move-field').fill(text);
    await page.keyboard.press('Enter');
  };
  await type('1. H8 [i9] 2. g9-g8');
  await until(page, async () => (await moves(page)).length === 4, 'four moves');
  assert.deepEqual(await moves(page), ['h8', 'i9', 'g9', 'g8']);
  assert.equal(messages.sent.filter(({ request, format }) => request === 'import' && format === 'txt').length, 1);
  await type('h7 zz');
  await notice(page).filter({ hasText: 'h7 zz' }).waitFor();
  assert.equal((await moves(page)).length, 4);
  await page.locator('#move-field').blur();
  const button = page.getByRole('button', { name: 'Pass', exact: true });
  assert.equal(await button.getAttribute('title'), 'Pass (P)');
  await button.click();
  await until(page, async () => (await page.locator('.moves').textContent()).includes('--'), 'the pass is in the list');
  assert.equal(await button.getAttribute('aria-disabled'), null);
  await page.keyboard.press('P');
  await until(page, async () => (await button.getAttribute('aria-disabled')) === 'true', 'the game is over');
  assert.match(await page.locator('.info').textContent(), /draw/i);
  assert.deepEqual(page.problems, []);
});

test('the files that may be opened are those that the engine reads', async () => {
  const page = await newPage();
  const messages = messagesOf(page);
  await open(page, url);
  await page.getByRole('button', { name: 'Open' }).click();
  const { formats } = messages.received.find(({ request }) => request === 'options');
  const endings = formats.flatMap(({ extensions }) => extensions.map((extension) => `.${extension}`));
  assert.ok(endings.includes('.rif'));
  const accepted = (await page.locator('#open-file').getAttribute('accept')).split(',');
  assert.deepEqual(accepted, [...new Set(endings), '.json', 'text/plain']);
});
