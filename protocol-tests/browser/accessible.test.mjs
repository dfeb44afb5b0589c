// axe-core finds nothing, in light and dark, in the states of the page; the dialogs hold the focus.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { cell, COLOR_RULES, newGame, newPage, open, PHONE, startServer, violations } from './harness.mjs';

let url;
before(async () => {
  ({ url } = await startServer());
});

/** Closes the open dialog by keyboard. The browser closes it some time after the key, and until then takes other keys as the dialog's. */
async function closeDialog(page) {
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
}

const MIDDLE = '#renju/9x9/black=e7,e6,c5,d5&white=a9,c9,g9,i9&to-move=black/';

for (const [name, options] of [['wide', {}], ['phone', PHONE]]) {
  test(`axe-core finds nothing, in light and dark: ${name}`, async () => {
    // Without motion: colors that are still changing are nobody's.
    const page = await newPage({ ...options, reducedMotion: 'reduce' });
    await open(page, url, MIDDLE);
    const check = async (state) => {
      assert.deepEqual(await violations(page), [], state);
      await page.emulateMedia({ colorScheme: 'dark' });
      assert.deepEqual(await violations(page, COLOR_RULES), [], `${state}, dark`);
      await page.emulateMedia({ colorScheme: 'light' });
    };
    for (const tab of ['Analysis', 'Threats', 'Review', 'Puzzles', 'Edit']) {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByRole('tabpanel', { name: tab }).waitFor();
      if (tab === 'Analysis') {
        await page.getByRole('button', { name: 'Analyze' }).click();
        await page.locator('.candidate.best').waitFor();
      }
      await check(tab);
      if (tab === 'Threats') assert.equal(await page.getByRole('region', { name: 'Book' }).count(), 0, 'no block without a book');
      if (tab === 'Analysis') await page.getByRole('button', { name: 'Stop' }).click();
    }
    await page.getByRole('button', { name: 'Edit the position' }).click();
    await check('editor');
    await page.getByRole('button', { name: 'Done' }).click();
    for (const key of ['n', '?']) {
      await page.keyboard.press(key);
      await page.locator('dialog[open]').waitFor();
      await check(`dialog of ${key}`);
      await closeDialog(page);
    }
    for (const button of ['Open', 'Save', 'Settings']) {
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.locator('dialog[open]').waitFor();
      await check(`dialog ${button}`);
      await closeDialog(page);
    }
  });
}

for (const [name, options] of [['wide', {}], ['phone', PHONE]]) {
  test(`axe-core finds nothing in warnings, questions and openings, in light and dark: ${name}`, async () => {
    const page = await newPage({ ...options, reducedMotion: 'reduce' });
    await page.addInitScript(() => localStorage.setItem('tengen.games.kept', '[null]'));
    await open(page, url);
    const check = async (state) => {
      assert.deepEqual(await violations(page), [], state);
      await page.emulateMedia({ colorScheme: 'dark' });
      assert.deepEqual(await violations(page, COLOR_RULES), [], `${state}, dark`);
      await page.emulateMedia({ colorScheme: 'light' });
    };
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    const head = 'game,date,black,white,rule,size,result,reason,move,point,time_ms';
    await page.getByText('Damaged in the storage').waitFor();
    await check('a damaged game');
    await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'a.csv', mimeType: 'text/plain', buffer: Buffer.from(`${head}\n1,2026-11-24 10:00:00,Ann,Bo,renju,15x15,unfinished,,1,h8,\n2,x\n`) });
    await page.locator('.notice[data-kind=warning]').waitFor();
    await check('a warning');
    await page.locator('#tab-puzzles').click();
    await page.locator('[data-key=puzzle-mistakes]').click();
    await page.getByRole('group', { name: 'Which side did you play?' }).waitFor();
    await check('a question');
    await newGame(page, { players: 'Two players', opening: 'soosorv-8', minutes: 5 });
    for (const point of ['h8', 'h9', 'h10']) {
      await page.locator('#move-field').fill(point);
      await page.locator('#move-field').press('Enter');
      await page.locator(`[role=gridcell][aria-label^="${point}, "][aria-label*="move"]`).waitFor();
    }
    await page.locator('[data-key=choose-white]').waitFor();
    await check('a choice of an opening');
  });
}

test('settings change colors and language at once and are kept', async () => {
  const page = await newPage();
  await open(page, url);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.locator('[data-key=theme]').selectOption('dark');
  await page.locator('html[data-theme=dark]').waitFor();
  await page.locator('[data-key=language]').selectOption('de');
  await page.getByRole('button', { name: 'Neue Partie', includeHidden: true }).waitFor();
  await closeDialog(page);
  await page.reload();
  await page.getByRole('button', { name: 'Neue Partie' }).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'de');
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
});

test('the tour goes through the page by keyboard', async () => {
  const page = await newPage();
  await open(page, url);
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByRole('button', { name: 'Two-minute tour' }).press('Enter');
  for (let step = 1; step <= 9; step++) {
    await page.getByText(`${step} of 9`).waitFor();
    await page.locator('.toured').waitFor();
    assert.equal(await page.locator('.toured').count(), 1, `step ${step} points at one thing`);
    await page.locator('.tour .primary:focus').press('Enter');
  }
  await page.locator('.tour').waitFor({ state: 'hidden' });
});

test('without motion and with the sound off nothing moves or sounds', async () => {
  const page = await newPage({ reducedMotion: 'reduce' });
  await page.addInitScript(() => {
    globalThis.sounds = 0;
    globalThis.AudioContext = class { constructor() { globalThis.sounds += 1; } };
  });
  await open(page, url, '#freestyle/15x15/h8');
  await cell(page, 'i9').click();
  await page.locator('[role=gridcell][aria-label="i9, White, move 2"]').waitFor();
  assert.equal(await page.evaluate(() => globalThis.sounds), 0);
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
});

/** What has the focus: its `data-key`, or the name of its element. */
const focused = (page) => page.evaluate(() => document.activeElement?.getAttribute('data-key') ?? document.activeElement?.tagName);

for (const [how, frameMs] of [['', 0], [', also if the answer comes before the next frame', 500]]) {
  test(`the focus stays in the panel when the pressed button vanishes${how}`, async () => {
    const page = await newPage();
    if (frameMs) await page.addInitScript((ms) => { globalThis.requestAnimationFrame = (act) => setTimeout(() => act(performance.now()), ms); }, frameMs);
    await open(page, url, '#freestyle/15x15/black=d8,e8,f8,g10,g9&white=c8,a1,o1,a15,o15&to-move=black/');
    await page.getByRole('tab', { name: 'Threats' }).click();
    // It can be pressed when the position is judged; a key does not wait for that as a click does.
    await page.locator('[data-key=solve-win]:enabled').press('Enter');
    await page.locator('[data-key=walk]:focus').press('Enter');
    await page.locator('[data-key^="reply-"]:focus').press('Enter');
    await page.locator('.walk-move').nth(2).waitFor();
    assert.notEqual(await focused(page), 'BODY');
    await page.getByRole('button', { name: 'End the walk' }).press('Enter');
    await page.locator('[data-key=walk]:focus').waitFor();
    await page.getByRole('tab', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Edit the position' }).press('Enter');
    await page.locator('[data-key=edit-done]:focus').press('Enter');
    await page.locator('[data-key=edit-start]:focus').waitFor();
  });
}

test('the tour gives the focus back', async () => {
  const page = await newPage();
  await open(page, url);
  await page.getByRole('button', { name: 'Two-minute tour' }).press('Enter');
  await page.locator('.tour .primary:focus').press('Escape');
  await page.locator('[data-key=tour]:focus').waitFor();
});

test('proofs, questions and messages in dialogs are read aloud', async () => {
  const page = await newPage(PHONE);
  await open(page, url, '#freestyle/15x15/black=d8,e8,f8,g10,g9&white=c8,a1,o1,a15,o15&to-move=black/');
  await page.getByRole('tab', { name: 'Threats' }).tap();
  await page.getByRole('button', { name: 'Find a win for Black' }).tap();
  await page.locator('#live').getByText(/Black wins by fours.*Proved/).waitFor();
  await cell(page, 'h8').tap();
  await page.locator('#live').getByText('Black h8?').waitFor();
  await page.locator('.confirm').getByRole('button', { name: 'Cancel' }).tap();
  await page.locator('[role=gridcell]:focus').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).tap();
  const dialog = page.getByRole('dialog', { name: 'Save and share' });
  await dialog.getByRole('button', { name: 'Position', exact: true }).tap();
  // Copied or refused: the browser decides.
  await dialog.locator('.live').getByText(/Copied|does not allow/).waitFor();
  // It is drawn with the next frame, in the dialog.
  await dialog.locator('.notice').waitFor();
});
