// The review of a game: progress, how often each side erred, and the moves that lost win chance.

import { el, replace, whenChanged } from './dom.js';
import { iconButton } from './icons.js';
import { VERDICT_SIGNS } from './moves.js';
import { nodeOf, ROOT } from '../model/tree.js';
import { moveName } from '../model/points.js';
import { pointsOf } from '../model/position.js';
import { language, t } from '../text/text.js';
import { percent, reviewText } from '../text/facts.js';

/** @typedef {import('../app/state.js').State} State */
/** @typedef {import('../app/state.js').ReviewedMove} ReviewedMove */
/** @typedef {import('../model/points.js').Point} Point */

const VERDICTS = ['blunder', 'missed-win', 'mistake', 'inaccuracy', 'detour'];

/**
 * @param {{start: (effort: import('../app/review.js').Effort) => void, stop: () => void, go: (node: number) => void, better: (move: ReviewedMove) => void}} events
 */
export function reviewPanel(events) {
  const root = el('div', { class: 'panel review' });
  const ifChanged = whenChanged();

  /** @param {State} state */
  function render(state) {
    const { review, game, connection } = state;
    ifChanged([review, game.tree, game.at, connection, language()], () => {
      const hasMoves = nodeOf(game.tree, ROOT).children.length > 0;
      const start = iconButton('check', t(review ? 'review.again' : 'review.start'), () => events.start('quick'), { class: review ? '' : 'primary', key: 'start' });
      const thorough = iconButton('check', t('review.thorough'), () => events.start('thorough'), { key: 'start-thorough' });
      for (const button of [start, thorough]) button.disabled = !hasMoves || connection !== 'open';
      if (!review) return replace(root, [el('p', { class: 'hint' }, t('review.hint')), start, thorough]);
      const mistakes = review.moves.filter(({ verdict }) => verdict);
      replace(root, [
        review.isRunning ? el('div', { class: 'progress' },
          el('progress', { max: review.total, value: review.done, 'aria-label': t('review.progress') }),
          el('span', {}, t('review.done', { done: review.done, total: review.total })),
          iconButton('stop', t('analysis.stop'), events.stop, { key: 'stop' })) : null,
        summary(review.moves),
        review.isRunning && !mistakes.length ? el('p', { class: 'empty' }, t('review.searching')) : null,
        !review.isRunning && !(review.isComplete && mistakes.length) ? el('p', { class: 'empty' }, reviewText(review)) : null,
        mistakes.length ? el('ol', { class: 'mistakes' }, mistakes.map((move) => mistakeItem(move, state))) : null,
        ...(review.isRunning ? [] : [start, thorough]),
      ]);
    });
  }

  /** @param {ReviewedMove[]} moves */
  function summary(moves) {
    const count = (/** @type {string} */ color, /** @type {string} */ verdict) =>
      moves.filter((move) => move.color === color && move.verdict === verdict).length;
    const seen = VERDICTS.filter((verdict) => count('black', verdict) + count('white', verdict));
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
  function mistakeItem(move, { game }) {
    const { size } = game.tree;
    const own = move.color === 'black' ? move.chance : 1 - move.chance;
    const [best] = pointsOf([move.best], size);
    return el('li', { class: `mistake-item ${move.node === game.at ? 'now' : ''}` },
      el('button', { type: 'button', class: 'mistake-move', 'data-key': `mistake-${move.node}`, onclick: () => events.go(move.node) },
        el('span', { class: `verdict-sign ${move.verdict}`, 'aria-hidden': 'true' }, VERDICT_SIGNS[move.verdict]),
        el('span', { class: `disc small ${move.color}`, 'aria-hidden': 'true' }),
        el('span', { class: 'mistake-name' }, `${move.number}. ${moveName(move.point, size)}`),
        el('span', { class: 'mistake-text' }, t('review.lost', {
          verdict: t(`review.verdict.${move.verdict}`), before: percent(Math.min(1, own + move.loss)), after: percent(own),
        }))),
      best && move.verdict ? el('button', { type: 'button', class: 'chip', 'data-key': `better-${move.node}`, onclick: () => events.better(move) },
        t(move.wasForced ? 'review.win' : 'review.better', { move: move.best })) : null);
  }

  return { root, render };
}
