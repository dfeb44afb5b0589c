// The review of a game: progress, how often each side erred, the mistakes with what they cost, and the one
// on the board in words.

import { el, replace, whenChanged } from './dom.js';
import { iconButton } from './icons.js';
import { nodeOf, ROOT } from '../model/tree.js';
import { moveName } from '../model/points.js';
import { pointsOf } from '../model/position.js';
import { mistakeShown, mistakesOf } from '../app/review.js';
import { language, t } from '../text/text.js';
import { LINE_SHOWN, percent, reviewText } from '../text/facts.js';
import { lostWords, reviewWords, VERDICT_SIGNS } from '../text/review_words.js';

/** @typedef {import('../app/state.js').State} State */
/** @typedef {import('../app/state.js').ReviewedMove} ReviewedMove */
/** @typedef {import('../model/points.js').Point} Point */
/** @typedef {import('../model/points.js').Color} Color */

/**
 * @param {{start: (effort: import('../app/review.js').Effort) => void, stop: () => void, go: (node: number) => void, better: (move: ReviewedMove) => void,
 *   side: (color: Color | 'all') => void, next: () => void, practise: () => void, preview: (points: Point[] | null, color?: Color) => void}} events
 */
export function reviewPanel(events) {
  const root = el('div', { class: 'panel review' });
  const ifChanged = whenChanged();
  /** The position on the board when the panel was drawn last. */
  let shown = -1;

  /** @param {State} state */
  function render(state) {
    const { review, game, connection, mistakesOf: side, puzzles } = state;
    ifChanged([review, game.tree, game.at, connection, side, !!puzzles, language()], () => {
      replace(root, puzzles ? [el('p', { class: 'hint' }, t('review.later'))] : !review ? startElements(state) : [
        ...(review.isRunning ? progress(review) : []),
        ...found(state),
        ...(review.isRunning ? [] : startElements(state)),
      ]);
      if (game.at !== shown && root.offsetParent) root.querySelector('.now')?.scrollIntoView({ block: 'nearest' });
      shown = game.at;
    });
  }

  /** @param {State} state */
  function startElements({ review, game, connection }) {
    const hasMoves = nodeOf(game.tree, ROOT).children.length > 0;
    const button = (/** @type {import('../app/review.js').Effort} */ effort, /** @type {string} */ text) => {
      const made = iconButton('check', t(text), () => events.start(effort), { class: review || effort !== 'quick' ? '' : 'primary', key: effort === 'quick' ? 'start' : 'start-thorough' });
      made.disabled = !hasMoves || connection !== 'open';
      return made;
    };
    const first = !review ? 'review.start' : review.isComplete ? 'review.again' : 'review.continue';
    return [review ? null : el('p', { class: 'hint' }, t('review.hint')), el('div', { class: 'choices' }, button('quick', first), button('thorough', 'review.thorough')),
      review ? null : el('p', { class: 'hint' }, t('review.efforts'))];
  }

  /** @param {import('../app/state.js').Review} review */
  function progress({ done, total, again }) {
    const text = again ? `${t('review.second')}: ${t('review.done', again)}` : t('review.done', { done, total });
    const [value, max] = again ? [again.done, again.total] : [done, total];
    return [el('div', { class: 'progress' },
      el('progress', { max, value, 'aria-label': t('review.progress') }),
      el('span', {}, text),
      iconButton('stop', t('analysis.stop'), events.stop, { key: 'stop' }))];
  }

  /** @param {State} state */
  function found(state) {
    const { review, mistakesOf: side } = state;
    if (!review) return [];
    const mistakes = mistakesOf(state);
    const hasAny = review.moves.some(({ verdict }) => verdict);
    return [
      summary(review.moves),
      hasAny ? el('div', { class: 'review-tools' }, el('select', { 'aria-label': t('review.side'), 'data-key': 'review-side', onchange: (/** @type {Event} */ { target }) => events.side(/** @type {any} */ (target).value) },
        ['all', 'black', 'white'].map((of) => el('option', { value: of, selected: of === side }, t(`review.side.${of}`)))),
      iconButton('forward', t('review.next'), events.next, { class: 'primary', key: 'next-mistake', shortcut: 'M' }),
      iconButton('play', t('review.practise'), events.practise, { key: 'practise' })) : null,
      review.isRunning && !hasAny ? el('p', { class: 'empty' }, t('review.searching')) : null,
      !review.isRunning && !(review.isComplete && hasAny) ? el('p', { class: 'empty' }, reviewText(review)) : null,
      ...lostWords(review, state.game.tree.size).map((text) => el('p', {}, text)),
      ...(hasAny ? [] : placeWords(state)),
      mistakes.length ? el('p', { class: 'hint', id: 'mistakes-title' }, t('review.chancesOf')) : null,
      mistakes.length ? el('ol', { class: 'mistakes', 'aria-describedby': 'mistakes-title' }, mistakes.map((move) => mistakeItem(move, state))) : null,
    ];
  }

  /** Of a game without mistakes: how the move on the board stands. @param {State} state */
  function placeWords({ review, game }) {
    const move = review?.moves.find(({ node }) => node === game.at);
    return move ? [el('p', {}, reviewWords(move, game.tree.size)[0].text)] : [];
  }

  /** @param {ReviewedMove[]} moves */
  function summary(moves) {
    const count = (/** @type {string} */ color, /** @type {string} */ verdict) =>
      moves.filter((move) => move.color === color && move.verdict === verdict).length;
    const seen = Object.keys(VERDICT_SIGNS).filter((verdict) => count('black', verdict) + count('white', verdict));
    if (!seen.length) return null;
    const disc = (/** @type {string} */ color) => el('th', { scope: 'col' }, el('span', { class: `disc small ${color}`, 'aria-hidden': 'true' }), t(color));
    return el('table', { class: 'summary' },
      el('caption', { class: 'hidden' }, t('review.summary')),
      el('thead', {}, el('tr', {}, el('td', {}), disc('black'), disc('white'))),
      el('tbody', {}, seen.map((verdict) => el('tr', {},
        el('th', { scope: 'row' }, el('span', { class: `verdict-sign ${verdict}`, 'aria-hidden': 'true' }, VERDICT_SIGNS[verdict]), t(`review.verdict.${verdict}`)),
        el('td', {}, count('black', verdict)), el('td', {}, count('white', verdict))))));
  }

  /** @param {ReviewedMove} move @param {State} state */
  function mistakeItem(move, state) {
    const { game } = state;
    const { size } = game.tree;
    const isHere = move === mistakeShown(state);
    const [best] = move.best;
    return el('li', { class: `mistake-item ${isHere ? 'now' : ''}` },
      el('div', { class: 'mistake-head' },
        el('button', { type: 'button', class: 'mistake-move', 'data-key': `mistake-${move.node}`, 'aria-expanded': String(isHere), onclick: () => events.go(move.node) },
          el('span', { class: `verdict-sign ${move.verdict}`, 'aria-hidden': 'true' }, VERDICT_SIGNS[move.verdict]),
          el('span', { class: `disc small ${move.color}`, 'aria-hidden': 'true' }),
          el('span', { class: 'mistake-name' }, `${move.number}. ${moveName(move.point, size)}`),
          el('span', { class: 'mistake-text' }, t('review.lost', {
            verdict: t(`review.verdict.${move.verdict}`), before: percent(move.before), after: percent(move.after),
          }))),
        best ? el('button', { type: 'button', class: 'chip', 'data-key': `better-${move.node}`, onclick: () => events.better(move) },
          t(move.win ? 'review.win' : 'review.better', { move: best })) : null),
      isHere ? words(move, size) : null);
  }

  /** @param {ReviewedMove} move @param {import('../model/points.js').Size} size */
  function words(move, size) {
    return el('div', { class: 'mistake-words' }, reviewWords(move, size).slice(1).map(({ text, line }) => {
      const paragraph = el('p', {}, text);
      if (!line) return paragraph;
      // The line begins before the move that was played.
      const points = pointsOf(line.slice(0, LINE_SHOWN), size);
      paragraph.addEventListener('pointerenter', () => events.preview(points, move.color));
      paragraph.addEventListener('pointerleave', () => events.preview(null));
      return paragraph;
    }));
  }

  return { root, render };
}
