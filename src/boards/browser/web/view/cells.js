// The labels of the cells, for screen readers: `h8, black, move 1`, `g7, forbidden: double
// three`.

import { pointKey, pointName } from '../model/points.js';
import { currentVerdict, foulHere, offersHere, positionKey } from '../app/state.js';
import { currentBook } from '../app/book.js';
import { mistakeHere } from '../app/review.js';
import { t } from '../text/text.js';
import { bookMoveText, offerSign, percent, threatName } from '../text/facts.js';

/** @typedef {import('../app/state.js').State} State */

/**
 * @param {State} state
 * @param {ReturnType<typeof import('../model/tree.js').stonesAt>} stones
 * @returns {string[]}  row by row
 */
export function cellLabels(state, stones) {
  const { game, options, walk, solve, puzzles } = state;
  const { size, setup } = game.tree;
  const verdict = currentVerdict(state);
  /** @type {Map<string, string[]>} */
  const notes = new Map();
  const note = (/** @type {string} */ point, /** @type {string} */ text) => notes.set(point, [...(notes.get(point) ?? []), text]);
  const foul = puzzles ? null : foulHere(state);
  if (foul) note(pointName(foul.point, size), t('cell.forbidden', { kind: t(`forbidden.${foul.kind}`) }));
  for (const { point, kind } of verdict?.forbidden ?? []) note(point, t('cell.forbidden', { kind: t(`forbidden.${kind}`) }));
  if (options.threats && !puzzles) {
    for (const color of /** @type {const} */ (['black', 'white'])) {
      for (const { point, kind } of verdict?.threats?.[color] ?? []) note(point, t('cell.threat', { color: t(color), kind: threatName(kind) }));
    }
  }
  if (solve?.answer?.moves && solve.key === positionKey(game)) {
    for (const { move } of solve.answer.moves) note(move, t(solve.goal === 'defend' ? 'cell.defence' : 'cell.wins'));
  }
  for (const { point, chance } of state.likely?.moves ?? []) note(pointName(point, size), t('cell.likely', { chance: percent(chance) }));
  const book = options.book && !state.editor && !puzzles ? currentBook(state) : null;
  for (const move of book?.moves ?? []) note(move.name, t('cell.book', { text: bookMoveText(move, options.values) }));
  for (const [point, text] of book?.record?.texts ?? []) note(point, t('cell.book', { text }));
  const mistake = puzzles ? null : mistakeHere(state);
  if (mistake?.point) note(pointName(mistake.point, size), t(`review.verdict.${mistake.verdict}`));
  if (mistake?.best[0]) note(mistake.best[0], t('cell.better'));
  offersHere(game).forEach((point, index) => note(pointName(point, size), t('cell.offer', { sign: offerSign(index) })));
  walk?.moves.forEach((point, index) => note(pointName(point, size), t('cell.walk', { n: index + 1 })));
  const blocked = new Set((setup?.blocked ?? []).map(pointKey));
  const win = new Set(verdict?.line ?? []);
  const labels = [];
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      const name = pointName({ x, y }, size);
      const stone = stones.get(pointKey({ x, y }));
      const parts = [name];
      if (stone) {
        parts.push(t(stone.color));
        if (stone.number !== null) parts.push(t('cell.move', { n: stone.number }));
        if (win.has(name)) parts.push(t('cell.five'));
      } else if (blocked.has(pointKey({ x, y }))) parts.push(t('cell.blocked'));
      parts.push(...(notes.get(name) ?? []));
      labels.push(parts.join(', '));
    }
  }
  return labels;
}
