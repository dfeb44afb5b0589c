// The curve of black's win chance along the line on the board; a click goes to the move. While a variation of a
// reviewed game is on the board, the curve of the game stays, and that of the variation leaves it. Below it are
// the signs of the review, with what they mean.

import { attribute, el, replace, svg, whenChanged } from './dom.js';
import { lineThrough, pathTo, ROOT } from '../model/tree.js';
import { reviewedLine } from '../app/review.js';
import { language, t } from '../text/text.js';
import { percent } from '../text/facts.js';
import { VERDICT_SIGNS } from '../text/review_words.js';

/** @typedef {import('../app/state.js').State} State */

const WIDTH = 320;
const HEIGHT = 96;
const PAD = 5;
/** The room of a sign, as a part of the width. */
const ROOM = 0.055;

/** @param {{go: (node: number) => void}} events */
export function graphView(events) {
  const picture = svg('svg', { class: 'graph-picture', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true', focusable: 'false' });
  const slider = el('input', { type: 'range', class: 'graph-slider', min: 0, step: 1 });
  const title = el('h2', {});
  const value = el('output', { class: 'graph-value' });
  const signs = el('div', { class: 'graph-signs', 'aria-hidden': 'true' });
  const legend = el('p', { class: 'graph-legend' });
  const root = el('section', { class: 'graph card' }, el('header', { class: 'card-head' }, title, value),
    el('div', { class: 'graph-frame' }, picture, slider), signs, legend);
  const ifChanged = whenChanged();
  /** @type {number[]} */
  let nodes = [];
  slider.addEventListener('input', () => events.go(nodes[Math.min(Number(slider.value), nodes.length - 1)]));

  /** @param {State} state */
  function render({ game, chances, review, puzzles }) {
    ifChanged([game.tree, game.at, game.preferred, chances, review, !!puzzles, language()], () => {
      const { line, branch } = linesOf(game, review);
      nodes = [ROOT, ...line];
      const at = pathTo(game.tree, game.at).length;
      const steps = Math.max(8, nodes.length - 1, branch.from + branch.nodes.length - 1);
      const x = (/** @type {number} */ index) => PAD + (index / steps) * (WIDTH - 2 * PAD);
      const y = (/** @type {number} */ chance) => PAD + (1 - chance) * (HEIGHT - 2 * PAD);
      const known = knownOf(nodes, chances);
      const aside = knownOf(branch.nodes, chances, branch.from);
      // A curve of a point says nothing.
      root.hidden = !!puzzles || known.length < 2;
      const points = known.map(({ index, chance }) => `${x(index)} ${y(chance)}`);
      const here = chances.get(game.at);
      const area = known.length > 1 ? `M${x(known[0].index)} ${HEIGHT}L${points.join('L')}L${x(known[known.length - 1].index)} ${HEIGHT}z` : '';
      replace(picture, [
        svg('rect', { class: 'graph-white', x: 0, y: 0, width: WIDTH, height: HEIGHT }),
        svg('path', { class: 'graph-area', d: area }),
        svg('path', { class: 'graph-half', d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
        known.length > 1 && svg('path', { class: 'graph-line', d: `M${points.join('L')}` }),
        aside.length > 1 && svg('path', { class: 'graph-branch', d: `M${aside.map(({ index, chance }) => `${x(index)} ${y(chance)}`).join('L')}` }),
        svg('path', { class: 'graph-now', d: `M${x(at)} 0V${HEIGHT}` }),
        known.length < 40 && known.map(({ index, chance }) => svg('path', { class: `graph-dot ${nodes[index] === game.at ? 'now' : ''}`, d: `M${x(index)} ${y(chance)}h0` })),
      ]);
      const verdicts = new Map((review?.moves ?? []).map(({ node, verdict }) => [node, verdict]));
      const marked = nodes.flatMap((id, index) => {
        const verdict = verdicts.get(id);
        return verdict ? [{ index, verdict }] : [];
      });
      signs.hidden = !marked.length;
      replace(signs, spread(marked, (index) => x(index) / WIDTH).map(({ index, verdict, isSmall }) => el('span', {
        class: `verdict-sign ${verdict} ${nodes[index] === game.at ? 'now' : ''}`, 'data-at': index }, isSmall ? '·' : VERDICT_SIGNS[verdict])));
      // The policy of the page allows no style in a tag.
      for (const sign of /** @type {NodeListOf<HTMLElement>} */ (signs.querySelectorAll('span'))) sign.style.left = `${(x(Number(sign.dataset.at)) / WIDTH) * 100}%`;
      legend.hidden = !marked.length;
      replace(legend, Object.keys(VERDICT_SIGNS).filter((verdict) => marked.some((mark) => mark.verdict === verdict)).map((verdict) => el('span', { class: 'legend-item' },
        el('span', { class: `verdict-sign ${verdict}`, 'aria-hidden': 'true' }, VERDICT_SIGNS[verdict]), t(`review.verdict.${verdict}`))));
      slider.max = String(steps);
      slider.value = String(at);
      title.textContent = t('graph.title');
      value.textContent = here === undefined ? '–' : percent(here);
      attribute(slider, 'aria-label', t('graph.slider'));
      attribute(slider, 'aria-valuetext', here === undefined ? t('graph.unknown', { n: at }) : t('graph.value', { n: at, chance: percent(here) }));
    });
  }

  return { root, render };
}

/**
 * The nodes of the curve without the start, and those of a variation on the board that leaves it: `from` is the number of its first
 * node, the last one that both have.
 * @param {State['game']} game @param {State['review']} review
 */
function linesOf({ tree, at, preferred }, review) {
  const own = lineThrough(tree, at, preferred).map(({ id }) => id);
  const reviewed = review ? reviewedLine(review, tree).map(({ id }) => id) : [];
  const fork = reviewed.findIndex((id, index) => own[index] !== id);
  if (fork < 0) return { line: own, branch: { from: 0, nodes: [] } };
  const isHere = at === ROOT || reviewed.includes(at);
  return { line: reviewed, branch: { from: fork, nodes: isHere ? [] : [reviewed[fork - 1] ?? ROOT, ...own.slice(fork)] } };
}

/** The nodes whose chance is known, with their numbers. @param {number[]} nodes @param {State['chances']} chances @param {number} [from]  the number of the first */
const knownOf = (nodes, chances, from = 0) => nodes.flatMap((id, index) => {
  const chance = chances.get(id);
  return chance === undefined ? [] : [{ index: from + index, chance }];
});

/**
 * The marks, of which those that have no room beside worse ones are small.
 * @param {{index: number, verdict: string}[]} marks @param {(index: number) => number} place
 */
function spread(marks, place) {
  /** @type {number[]} */
  const taken = [];
  const order = Object.keys(VERDICT_SIGNS);
  return [...marks].sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict)).map((mark) => {
    const at = place(mark.index);
    const isSmall = taken.some((other) => Math.abs(other - at) < ROOM);
    if (!isSmall) taken.push(at);
    return { ...mark, isSmall };
  });
}
