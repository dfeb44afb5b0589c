// The block of the book: what it says about the position, and the moves that it knows.

import { attribute, el, replace, whenChanged } from './dom.js';
import { lit, switchRow } from './parts.js';
import { mover } from '../app/state.js';
import { currentBook, isLookedUp } from '../app/book.js';
import { pointsOf } from '../model/position.js';
import { language, t } from '../text/text.js';
import { bookMoveText, bookText, percent, shortCount } from '../text/facts.js';

/** @typedef {import('../app/state.js').State} State */
/** @typedef {import('../app/state.js').Options} Options */
/** @typedef {import('../app/state.js').Book} Book */
/** @typedef {import('../app/state.js').BookRow} BookRow */
/** @typedef {import('../app/state.js').BookRecord} BookRecord */
/** @typedef {import('../model/points.js').Point} Point */

/** Rows that are shown at once. */
const SHOWN_MOVES = 12;
/** Letters of a score from which on it may be broken into lines. */
const LONG_SCORE = 11;

/**
 * @param {{option: (change: Partial<Options>) => void, spotlight: import('./parts.js').Spotlight,
 *   play: (point: Point, byTouch: boolean) => void}} events
 */
export function bookBlock(events) {
  const root = el('section', { class: 'block', 'aria-labelledby': 'book-title', hidden: true });
  const ifChanged = whenChanged();
  let isTouch = false;
  root.addEventListener('pointerdown', (event) => { isTouch = event.pointerType === 'touch'; });
  /** The key of the position whose moves are shown. */
  let shown = '';

  /** @param {State} state */
  function render(state) {
    const { engine, options } = state;
    root.hidden = !engine?.hasBook;
    if (root.hidden) return;
    const book = currentBook(state);
    // Until the answer comes the last one stays: the page does not jump, the focus has its place.
    const isAwaited = !book && !!shown && isLookedUp(state);
    attribute(root, 'aria-busy', isAwaited ? 'true' : null);
    if (isAwaited) return;
    ifChanged([book, options.book, options.values, language()], () => {
      shown = book?.key ?? '';
      replace(root, [
        el('header', { class: 'block-head' }, el('h3', { id: 'book-title' }, t('book.title')),
          switchRow('book', t('insight.onBoard'), options.book, (isOn) => events.option({ book: isOn }))),
        ...(book ? bookElements(book, state) : [el('p', { class: 'empty' }, t('insight.unknown'))]),
      ]);
    });
  }

  /** @param {Book} book @param {State} state */
  function bookElements({ key, error, positions, record, rows }, state) {
    if (error !== null) return [el('p', { class: 'wrong' }, t('book.error', { error }))];
    const hasGames = rows.some(({ move }) => move.games);
    const table = (/** @type {BookRow[]} */ some) => moveTable(some.flatMap((row) => moveRows(row, hasGames, key, state)), hasGames, state);
    const rest = rows.slice(SHOWN_MOVES);
    return [
      ...(record ? recordElements(record, state) : [el('p', { class: 'empty' }, t(rows.length ? 'book.onlyMoves' : 'book.nothing'))]),
      rows.length ? table(rows.slice(0, SHOWN_MOVES)) : null,
      rest.length ? el('details', { class: 'more' }, el('summary', {}, t('proof.more', { n: rest.length })), table(rest)) : null,
      el('p', { class: 'hint' }, t('book.size', { n: positions })),
    ];
  }

  /** @param {BookRecord} record @param {State} state */
  function recordElements(record, { game, options }) {
    const color = mover(game);
    const { size } = game.tree;
    const { value, win_chance: chance, won = 0, drawn = 0, lost = 0, texts = [] } = record;
    const fact = (/** @type {string} */ name, /** @type {string} */ text) => el('div', {}, el('dt', {}, name), el('dd', {}, text));
    // Of a win or a loss the value only counts its plies.
    const hasValue = value !== undefined && chance !== undefined && record.label !== 'win' && record.label !== 'loss';
    const worth = hasValue ? `${t(color)} ${options.values === 'chance' ? percent(chance) : value}` : '';
    const bound = record.bound === 'lower' || record.bound === 'upper' ? record.bound : null;
    const text = bookText(record, color);
    return [
      text ? el('p', { class: record.proved ? 'proved' : '' }, text) : null,
      el('dl', { class: 'book-facts' },
        hasValue ? fact(t(`analysis.${options.values}`), bound ? t(`book.bound.${bound}`, { worth }) : worth) : null,
        won + drawn + lost ? fact(t('book.games'), t('book.gamesOf', { color: t(color), won, drawn, lost })) : null,
        record.depth ? fact(t('analysis.depth'), String(record.depth)) : null,
        record.nodes ? fact(t('analysis.nodes'), shortCount(record.nodes)) : null,
        fact(t('book.by'), [t(`book.by.${record.trust ?? 'unknown'}`), record.engine ?? ''].filter(Boolean).join(', '))),
      record.comment ? el('p', { class: 'book-comment' }, record.comment) : null,
      texts.length ? el('div', { class: 'chips' }, texts.map(([point, note]) => lit(
        el('button', { type: 'button', class: 'chip', 'data-key': `book-text-${point}` }, `${point}: ${note}`), events.spotlight, [], pointsOf([point], size)))) : null,
    ];
  }

  /** @param {HTMLElement[]} rows @param {boolean} hasGames @param {State} state */
  function moveTable(rows, hasGames, { game }) {
    const head = (/** @type {string} */ key) => el('th', { scope: 'col' }, t(key));
    return el('table', { class: 'book-moves' },
      el('caption', { class: 'hidden' }, t('book.caption', { color: t(mover(game)) })),
      el('thead', {}, el('tr', {}, head('book.move'), head('book.result'), hasGames ? head('book.games') : null, head('book.by'))),
      el('tbody', {}, rows));
  }

  /** A row, and one for the comment. @param {BookRow} row @param {boolean} hasGames @param {string} key @param {State} state */
  function moveRows({ move, images }, hasGames, key, { options }) {
    const { point, name, games, by, comment, isProved, result } = move;
    const score = games ? `${games.won}–${games.drawn}–${games.lost}` : '';
    const more = images.length ? [el('span', { class: 'book-images', 'aria-hidden': 'true' }, `+${images.length}`), el('span', { class: 'hidden' }, t('book.images', { n: images.length }))] : [];
    const row = el('tr', { class: `book-move ${isProved ? `proved ${result}` : ''}` },
      el('th', { scope: 'row' }, el('button', { type: 'button', class: 'chip', 'data-key': `book-${name}` }, name), more),
      el('td', {}, bookMoveText(move, options.values)),
      hasGames ? el('td', { class: score.length > LONG_SCORE ? '' : 'unbroken' }, score) : null,
      el('td', {}, t(`book.by.${by}`)));
    lit(row, events.spotlight, [], [point, ...images]);
    row.addEventListener('click', (event) => {
      // The rows of an answer that is awaited are those of another position.
      if (shown === key && root.getAttribute('aria-busy') === null) events.play(point, isTouch && event.detail > 0);
    });
    const [first] = comment.split('\n');
    return first ? [row, el('tr', { class: 'book-note' }, el('td', { colspan: 4 }, first))] : [row];
  }

  return { root, render };
}
