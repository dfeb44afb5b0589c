// The book: what it says about a position, its moves in a table and on the board.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { cell, moves, newPage, open, PHONE, startServer, until, violations } from './harness.mjs';

const at = (...played) => ({ size: 9, moves: played });
// Imported, so that all results are claims, whatever trust they name.
const RECORDS = [
  { ...at(), label: 'win', value: 29965, best: 'e5', trust: 'checker', engine: 'tengen 0.1.0', comment: 'The first move wins.' },
  { ...at('e5'), label: 'loss', value: -29966, trust: 'checker' },
  { ...at('e5', 'e6'), label: 'win', value: 29981, best: 'g6', trust: 'checker', texts: [['d4', 'A'], ['f6', 'B']] },
  { ...at('e5', 'f6'), label: 'win', value: 29967, best: 'e3', trust: 'checker' },
  { ...at('d5'), value: -35, bound: 'exact', depth: 14, nodes: 1200000, trust: 'search', engine: 'tengen 0.1.0' },
  { ...at('a1'), won: 12, drawn: 1, lost: 3, trust: 'import', comment: 'a game from a corner' },
];

let url;
let folder;
before(async () => {
  ({ url, folder } = await startServer({ book: RECORDS }));
});

const block = (page) => page.getByRole('region', { name: 'Book' });
/** The rows of the table as the texts of their cells. */
const rows = (page) => block(page).locator('tbody tr.book-move').evaluateAll((found) => found.map((row) => [...row.children].map(({ textContent }) => textContent)));

/** Two players at an empty board, so that the engine does not answer. */
const EMPTY = '#freestyle/9x9/';

async function openBook(page, hash = EMPTY) {
  await open(page, url, hash);
  await page.getByRole('tab', { name: 'Threats' }).click();
  await block(page).getByText('The book has 6 positions.').waitFor();
}

test('the record and the moves of a position are shown, and a click plays a move', async () => {
  const page = await newPage();
  await openBook(page);
  await block(page).getByText('The book says, not proved here: Black wins.').waitFor();
  await block(page).getByText('The first move wins.').waitFor();
  await block(page).getByText('import, tengen 0.1.0').waitFor();
  // One row for all images of a move; values and games are those of who makes it.
  assert.deepEqual(await rows(page), [
    ['e5', 'claimed win', '', 'import'],
    ['e6+33 more by symmetry', '54%', '', 'search'],
    ['a9+33 more by symmetry', '–', '3–1–12', 'import'],
  ]);
  await block(page).getByText('a game from a corner').waitFor();
  const move = block(page).getByRole('button', { name: 'e5', exact: true });
  await move.hover();
  await page.locator('.spotlight.target').waitFor();
  await page.mouse.move(5, 5);
  await page.locator('.spotlight.target').waitFor({ state: 'detached' });
  await move.focus();
  await page.locator('.spotlight.target').waitFor();
  // Anywhere in the row.
  await block(page).getByRole('cell', { name: 'claimed win' }).click();
  // The position before and the two after it have the same sentence, and e6 in their rows: what the rows say of it tells them apart.
  await block(page).getByRole('cell', { name: 'claimed loss' }).nth(1).waitFor();
  await block(page).getByText('The book says, not proved here: Black wins.').waitFor();
  assert.deepEqual(await moves(page), ['e5']);
  // The longest resistance is first.
  assert.deepEqual((await rows(page)).map(([, worth, by]) => [worth, by]), [['claimed loss', 'import'], ['claimed loss', 'import']]);
  await block(page).getByRole('button', { name: 'e6', exact: true }).press('Enter');
  await block(page).getByRole('button', { name: 'g6', exact: true }).waitFor();
  await block(page).getByText('The book says, not proved here: Black wins.').waitFor();
  // Nothing is known after the move that the record names.
  assert.deepEqual(await rows(page), [['g6', 'claimed win', 'import']]);
  await page.getByRole('button', { name: 'g6', exact: true }).press('Enter');
  await block(page).getByText('The book knows nothing about this position.').waitFor();
  assert.deepEqual(page.problems, []);
});

test('signs on the board show the moves, in the form of the numbers', async () => {
  const page = await newPage();
  await openBook(page);
  assert.equal(await page.locator('.book-sign').count(), 0);
  await block(page).getByRole('switch', { name: 'On the board' }).check();
  const signs = page.locator('.book-sign text');
  await signs.first().waitFor();
  const texts = async () => (await signs.allTextContents()).slice(0, 2).concat(await signs.last().textContent());
  assert.deepEqual(await texts(), ['W', '54', '•']);
  await page.locator('[role=gridcell][aria-label="e5, book: claimed win"]').waitFor();
  await page.getByRole('tab', { name: 'Analysis' }).click();
  await page.locator('[data-key="analysis.show"]').selectOption('value');
  await until(page, async () => (await texts())[1] === '35', 'the value');
  await cell(page, 'e5').click();
  await page.locator('.book-sign text', { hasText: 'L' }).first().waitFor();
  assert.deepEqual((await signs.allTextContents()).sort(), ['L', 'L', 'L', 'L', 'L', 'L', 'L', 'L']);
  await cell(page, 'e6').click();
  await page.locator('.book-text').first().waitFor();
  assert.deepEqual(await page.locator('.book-text').allTextContents(), ['A', 'B']);
  // The key of the switch.
  await page.keyboard.press('b');
  await page.locator('.book-text').first().waitFor({ state: 'detached' });
  await page.reload();
  await page.locator('html[data-ready]').waitFor();
  assert.equal(await page.locator('.book-sign').count(), 0);
  assert.deepEqual(page.problems, []);
});

test('axe-core finds nothing, in light and on a dark phone, where a touch asks before it plays', async () => {
  for (const options of [{}, { ...PHONE, colorScheme: 'dark' }]) {
    const page = await newPage(options);
    await openBook(page);
    await block(page).getByRole('switch', { name: 'On the board' }).check();
    await page.locator('.book-sign').first().waitFor();
    assert.deepEqual(await violations(page), []);
    if (!options.hasTouch) continue;
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing is wider than the page');
    await block(page).getByRole('button', { name: 'e5', exact: true }).tap();
    await page.locator('.confirm').getByText('Black e5?').waitFor();
  }
});

test('a book that cannot be read is told in its block', async () => {
  const page = await newPage();
  await openBook(page);
  writeFileSync(join(folder, 'a.tgbook'), 'spoiled');
  await cell(page, 'e5').click();
  await block(page).getByText(/The book cannot be read: .*a\.tgbook/).waitFor();
  assert.deepEqual(page.problems, []);
});
