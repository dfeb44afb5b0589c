// axe-core finds nothing, in light and dark, in the states of the page; the dialogs hold the focus.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { before, test } from 'node:test';
import { cell, newPage, open, PHONE, startServer } from './harness.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let url;
before(async () => {
  ({ url } = await startServer());
});

/** What axe-core finds, as short texts. */
async function violations(page) {
  // The policy of the page allows no script but its own; this one comes in through the debugger.
  await page.evaluate(AXE);
  const { violations: found } = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }));
  return found.flatMap(({ id, nodes }) => nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`));
}

/** Closes the open dialog by keyboard. The browser closes it some time after the key, and until then takes other keys as the dialog's. */
async function closeDialog(page) {
  await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
}

const MIDDLE = '#renju/9x9/black=e7,e6,c5,d5&white=a9,c9,g9,i9&to-move=black/';

for (const colorScheme of ['light', 'dark']) {
  for (const [name, options] of [['wide', {}], ['phone', PHONE]]) {
    test(`axe-core finds nothing: ${name}, ${colorScheme}`, async () => {
      const page = await newPage({ colorScheme, ...options });
      await open(page, url, MIDDLE);
      const check = async (state) => assert.deepEqual(await violations(page), [], state);
      for (const tab of ['Analysis', 'Threats', 'Review', 'Edit']) {
        await page.getByRole('tab', { name: tab }).click();
        await page.getByRole('tabpanel', { name: tab }).waitFor();
        if (tab === 'Analysis') {
          await page.getByRole('button', { name: 'Analyze' }).click();
          await page.locator('.candidate.best').waitFor();
        }
        await check(tab);
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
  for (let step = 1; step <= 8; step++) {
    await page.getByText(`${step} of 8`).waitFor();
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
