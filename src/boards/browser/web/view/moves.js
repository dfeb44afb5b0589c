// The moves of a game with their variations, and the comment of the move on the board.

import { attribute, el, replace, setText, whenChanged } from './dom.js';
import { iconButton } from './icons.js';
import { moveName } from '../model/points.js';
import { nodeOf, pathTo, ROOT, stonesAt } from '../model/tree.js';
import { language, t } from '../text/text.js';
import { VERDICT_SIGNS } from '../text/review_words.js';

/** @typedef {import('../app/state.js').State} State */
/** @typedef {import('../model/tree.js').Tree} Tree */

/**
 * @param {{go: (node: number) => void, comment: (node: number, text: string) => void, remove: () => void, promote: () => void,
 *   variation: () => void, tour: () => void}} events
 */
export function movesView(events) {
  const list = el('div', { class: 'move-list', tabindex: '0', role: 'group' });
  const tools = el('div', { class: 'branch-tools' });
  const comment = el('textarea', { id: 'comment', rows: 2 });
  const commentLabel = el('label', { for: 'comment', class: 'field-label' });
  const title = el('h2', {});
  const root = el('section', { class: 'moves card' }, el('header', { class: 'card-head' }, title, tools), list, commentLabel, comment);
  const ifMoves = whenChanged();
  const ifPlace = whenChanged();
  /** The move whose comment is being written: it stays the same when the board moves on. @type {{node: number, game: object} | null} */
  let written = null;
  /** @type {State | null} */
  let state = null;
  comment.addEventListener('focus', () => { written = state && { node: state.game.at, game: state.game.clock }; });
  comment.addEventListener('blur', () => {
    written = null;
    if (state) renderComment(state);
  });
  comment.addEventListener('input', () => {
    if (state) events.comment(commented(state), comment.value);
  });
  // The list gets less room when a game ends: the move on the board stays in sight.
  new ResizeObserver(() => {
    const now = list.querySelector('[aria-current]');
    if (now instanceof HTMLElement && (now.offsetTop < list.scrollTop || now.offsetTop + now.offsetHeight > list.scrollTop + list.clientHeight)) scrollTo(now);
  }).observe(list);
  list.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-node]') : null;
    if (button) events.go(Number(button.getAttribute('data-node')));
  });

  const scrollTo = (/** @type {HTMLElement} */ move) => { list.scrollTop = Math.max(0, move.offsetTop - list.clientHeight / 2); };

  /** The move whose comment the field shows. @param {Pick<State, 'game'>} state */
  const commented = ({ game }) => (written && written.game === game.clock && game.tree.nodes.has(written.node) ? written.node : game.at);

  /** @param {Pick<State, 'game'>} state */
  function renderComment({ game }) {
    const id = commented({ game });
    const { parent, point, comment: text } = nodeOf(game.tree, id);
    const of = id !== game.at && parent !== null ? ` (${pathTo(game.tree, id).length}. ${moveName(point, game.tree.size)})` : '';
    setText(commentLabel, t('moves.comment') + of);
    if (comment.value !== text) comment.value = text;
  }

  /** @param {State} now */
  function render(now) {
    state = now;
    const { game, review } = now;
    ifMoves([game.tree, review?.moves, language()], () => {
      const marks = new Map((review?.moves ?? []).map(({ node, verdict }) => [node, verdict]));
      title.textContent = t('moves.title');
      attribute(list, 'aria-label', t('moves.title'));
      const start = nodeOf(game.tree, ROOT);
      replace(list, start.children.length ? lineElements(game.tree, ROOT, 0, marks) : game.tree.setup ? [el('p', { class: 'empty' }, t('moves.setup', { n: stonesAt(game.tree, ROOT).size }))] : [
        el('p', { class: 'empty' }, t('moves.none')), el('button', { type: 'button', class: 'button', 'data-key': 'tour', onclick: events.tour }, t('tour.begin'))]);
      replace(tools, [
        iconButton('branch', t('moves.next'), events.variation, { isBare: true, shortcut: 'v', short: 'branch' }),
        iconButton('up', t('moves.promote'), events.promote, { isBare: true, short: 'up' }),
        iconButton('trash', t('moves.remove'), events.remove, { isBare: true, short: 'trash' }),
      ]);
    });
    ifPlace([game.tree, game.at, review?.moves, language()], () => {
      list.querySelector('[aria-current]')?.removeAttribute('aria-current');
      const current = list.querySelector(`[data-node="${game.at}"]`);
      current?.setAttribute('aria-current', 'true');
      if (current instanceof HTMLElement) scrollTo(current);
      else list.scrollTop = 0;
      renderComment(now);
    });
  }

  return { root, render, focusComment: () => comment.focus() };
}

/**
 * The moves after a node: the main line as one run, variations indented below the move they replace.
 * @param {Tree} tree @param {number} from @param {number} before  how many moves lead to it
 * @param {Map<number, string>} marks @returns {Node[]}
 */
function lineElements(tree, from, before, marks) {
  /** @type {Node[]} */
  const parts = [];
  let run = el('div', { class: 'run' });
  let number = before;
  let node = nodeOf(tree, from);
  while (node.children.length) {
    const [main, ...others] = node.children;
    number += 1;
    addTo(run, moveElement(tree, main, number, marks), number);
    if (others.length) {
      parts.push(run);
      for (const other of others) {
        const [first, ...rest] = lineElements(tree, other, number, marks);
        const begin = first instanceof HTMLElement && first.className === 'run' ? first : el('div', { class: 'run' });
        begin.prepend(...pairOf(moveElement(tree, other, number, marks), number));
        parts.push(el('div', { class: 'variation' }, begin, begin === first || !first ? null : first, rest));
      }
      run = el('div', { class: 'run' });
    }
    node = nodeOf(tree, main);
  }
  if (run.childNodes.length) parts.push(run);
  return parts;
}

/** A move joins the one of black before it, or begins a pair. @param {HTMLElement} run @param {HTMLElement} move @param {number} number */
function addTo(run, move, number) {
  if (number % 2 || !run.lastElementChild) run.append(...pairOf(move, number));
  else run.lastElementChild.append(move);
}

/** @param {HTMLElement} move @param {number} number */
const pairOf = (move, number) => [el('span', { class: `pair-of-moves ${number % 2 ? '' : 'second'}` },
  el('span', { class: 'number', 'aria-hidden': 'true' }, `${number}.`), move)];

/** @param {Tree} tree @param {number} id @param {number} number @param {Map<number, string>} marks */
function moveElement(tree, id, number, marks) {
  const node = nodeOf(tree, id);
  const name = moveName(node.point, tree.size);
  const verdict = marks.get(id);
  const label = t('moves.label', { n: number, color: t(node.color), point: name });
  return el('button', {
    type: 'button', class: `move ${verdict ?? ''}`, 'data-node': id, 'data-key': `node-${id}`,
    'aria-label': verdict ? `${label}, ${t(`review.verdict.${verdict}`)}` : label,
  }, el('span', { class: `disc small ${node.color}` }), name,
  verdict ? el('span', { class: 'verdict-sign' }, VERDICT_SIGNS[verdict] ?? '') : null,
  node.comment ? el('span', { class: 'has-comment' }, '✎') : null);
}
