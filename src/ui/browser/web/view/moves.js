// The moves of a game with their variations, and the comment of the move on the board.

import { attribute, el, replace, whenChanged } from './dom.js';
import { iconButton } from './icons.js';
import { pointName } from '../model/points.js';
import { nodeOf, ROOT } from '../model/tree.js';
import { language, t } from '../text/text.js';

/** @typedef {import('../app/state.js').State} State */
/** @typedef {import('../model/tree.js').Tree} Tree */

/**
 * @param {{go: (node: number) => void, comment: (text: string) => void, remove: () => void, promote: () => void,
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
  comment.addEventListener('input', () => events.comment(comment.value));
  list.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-node]') : null;
    if (button) events.go(Number(button.getAttribute('data-node')));
  });

  /** @param {State} state */
  function render(state) {
    const { game, review } = state;
    ifMoves([game.tree, review?.moves, language()], () => {
      const marks = new Map((review?.moves ?? []).map(({ node, verdict }) => [node, verdict]));
      title.textContent = t('moves.title');
      attribute(list, 'aria-label', t('moves.title'));
      commentLabel.textContent = t('moves.comment');
      const start = nodeOf(game.tree, ROOT);
      replace(list, start.children.length ? lineElements(game.tree, ROOT, 0, marks) : [el('p', { class: 'empty' }, t('moves.none')),
        el('button', { type: 'button', class: 'button', 'data-key': 'tour', onclick: events.tour }, t('tour.begin'))]);
      replace(tools, [
        iconButton('branch', t('moves.next'), events.variation, { isBare: true, shortcut: 'v' }),
        iconButton('up', t('moves.promote'), events.promote, { isBare: true }),
        iconButton('trash', t('moves.remove'), events.remove, { isBare: true }),
      ]);
    });
    ifPlace([game.tree, game.at, review?.moves], () => {
      list.querySelector('[aria-current]')?.removeAttribute('aria-current');
      const now = list.querySelector(`[data-node="${game.at}"]`);
      now?.setAttribute('aria-current', 'true');
      if (now instanceof HTMLElement) list.scrollTop = Math.max(0, now.offsetTop - list.clientHeight / 2);
      else list.scrollTop = 0;
      const text = nodeOf(game.tree, game.at).comment;
      if (comment.value !== text) comment.value = text;
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
  const name = node.point ? pointName(node.point, tree.size) : '–';
  const verdict = marks.get(id);
  const label = t('moves.label', { n: number, color: t(node.color), point: name });
  return el('button', {
    type: 'button', class: `move ${verdict ?? ''}`, 'data-node': id, 'data-key': `node-${id}`,
    'aria-label': verdict ? `${label}, ${t(`review.verdict.${verdict}`)}` : label,
  }, el('span', { class: `disc small ${node.color}` }), name,
  verdict ? el('span', { class: 'verdict-sign' }, VERDICT_SIGNS[verdict] ?? '') : null,
  node.comment ? el('span', { class: 'has-comment' }, '✎') : null);
}

/** @type {Record<string, string>} */
export const VERDICT_SIGNS = { blunder: '??', mistake: '?', inaccuracy: '?!', 'missed-win': '✗', detour: '↝' };
