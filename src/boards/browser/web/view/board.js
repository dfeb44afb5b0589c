// The board: an SVG picture, and over it a grid of cells that keyboard, mouse and screen readers use.

import { attribute, el, svg, whenChanged } from './dom.js';
import { CELL, extent, marginOf, middle } from './geometry.js';
import { likelyShades } from './likely.js';
import { drawMarks } from './marks.js';
import { stoneElements, stoneGradients } from './stones.js';
import { cellLabels } from './cells.js';
import { columnName, pointKey, samePoint, starPoints } from '../model/points.js';
import { nodeOf, stonesAt } from '../model/tree.js';
import { currentVerdict, gameResult, mover, offersHere, openingPhase } from '../app/state.js';
import { isEngineTurn } from '../app/play.js';
import { language, t } from '../text/text.js';

/** @typedef {import('../app/state.js').State} State */
/** @typedef {import('../model/points.js').Point} Point */
/** @typedef {import('../model/points.js').Size} Size */

/**
 * @typedef {object} BoardEvents
 * @property {(point: Point, byTouch: boolean) => void} press
 * @property {(point: Point) => void} focus
 * @property {(by: 1 | -1) => void} step  the wheel goes through the game
 * @property {(ratio: number) => void} ratio  the board has another shape
 */

/** How far a wheel turns for a step. */
const WHEEL_STEP = 40;

/** @param {BoardEvents} events */
export function boardView(events) {
  const picture = svg('svg', { class: 'board-picture', 'aria-hidden': 'true', focusable: 'false' });
  const grid = el('div', { class: 'cells', role: 'grid', id: 'board-grid' });
  const sheet = el('div', { class: 'board-sheet' }, picture, grid);
  const rulers = { columns: el('div', { class: 'ruler ruler-columns', 'aria-hidden': 'true' }), rows: el('div', { class: 'ruler ruler-rows', 'aria-hidden': 'true' }) };
  const root = el('div', { class: 'board' }, sheet, rulers.columns, rulers.rows);
  const layers = { likely: svg('g', {}), lines: svg('g', { class: 'lines' }), stones: svg('g', {}), marks: svg('g', { class: 'marks' }) };
  picture.append(stoneGradients(), layers.likely, layers.lines, layers.stones, layers.marks);

  /** @type {HTMLElement[][]} */
  let cells = [];
  const ifSize = whenChanged();
  const ifStones = whenChanged();
  const ifLikely = whenChanged();
  const ifMarks = whenChanged();
  const ifCells = whenChanged();
  const ifFocus = whenChanged();
  /** @type {string[]} */
  let labels = [];

  /** @param {Event} event @returns {Point | null} */
  const pointOf = ({ target }) => {
    const cell = target instanceof Element ? target.closest('[data-x]') : null;
    return cell instanceof HTMLElement ? { x: Number(cell.dataset.x), y: Number(cell.dataset.y) } : null;
  };
  let isTouch = false;
  grid.addEventListener('pointerdown', (event) => { isTouch = event.pointerType === 'touch'; });
  grid.addEventListener('click', (event) => {
    const point = pointOf(event);
    // A click without a pointer comes from the keyboard or a screen reader.
    if (point) events.press(point, isTouch && event.detail > 0);
  });
  grid.addEventListener('focusin', (event) => {
    const point = pointOf(event);
    if (point) events.focus(point);
  });
  grid.addEventListener('keydown', (event) => {
    const from = pointOf(event);
    if (isByMouse && areKeysOn && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) return;
    isByMouse = false;
    const to = from && steppedPoint(event, from, { width: cells[0].length, height: cells.length });
    if (to) {
      event.preventDefault();
      cells[to.y][to.x].focus();
    } else if (from && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      events.press(from, false);
    }
  });

  // A press by mouse leaves the focus on a cell: the arrows then go through the game, as before the press, unless no key does.
  let isByMouse = false;
  let areKeysOn = true;
  grid.addEventListener('pointerdown', () => { isByMouse = true; });
  let wheeled = 0;
  root.addEventListener('wheel', (event) => {
    if (event.ctrlKey || !event.deltaY) return;
    event.preventDefault();
    // A wheel turns by steps of about 100, a touchpad by a few at a time.
    wheeled = Math.sign(wheeled) === Math.sign(event.deltaY) ? wheeled + event.deltaY : event.deltaY;
    if (Math.abs(wheeled) < WHEEL_STEP) return;
    events.step(wheeled > 0 ? 1 : -1);
    wheeled = 0;
  }, { passive: false });

  const { style } = document.documentElement;

  /** @param {Size} size @param {boolean} hasCoordinates */
  function build(size, hasCoordinates) {
    const margin = marginOf(hasCoordinates);
    const { width, height } = extent(size, margin);
    picture.setAttribute('viewBox', `0 0 ${width} ${height}`);
    layers.lines.replaceChildren(...lineElements(size, margin, hasCoordinates));
    style.setProperty('--columns', String(size.width));
    style.setProperty('--rows', String(size.height));
    style.setProperty('--ratio', String(width / height));
    events.ratio(width / height);
    style.setProperty('--units', String(width));
    style.setProperty('--margin-x', `${(margin / width) * 100}%`);
    style.setProperty('--margin-y', `${(margin / height) * 100}%`);
    // An enlarged board is scrolled: its names stay at the edges.
    const names = hasCoordinates ? size : { width: 0, height: 0 };
    rulers.columns.replaceChildren(el('div', {}, Array.from({ length: names.width }, (_, x) => el('span', {}, columnName(x)))));
    rulers.rows.replaceChildren(el('div', {}, Array.from({ length: names.height }, (_, y) => el('span', {}, names.height - y))));
    attribute(root, 'data-named', hasCoordinates ? 'true' : null);
    const isSame = cells.length === size.height && cells[0].length === size.width;
    if (isSame) return;
    labels = [];
    cells = Array.from({ length: size.height }, (_, y) => Array.from({ length: size.width }, (__, x) =>
      el('div', { role: 'gridcell', class: 'cell', tabindex: '-1', 'data-x': x, 'data-y': y })));
    grid.replaceChildren(...cells.map((row) => el('div', { role: 'row', class: 'row' }, row)));
  }

  /** @param {State} state */
  function render(state) {
    const { game, options, walk, focus } = state;
    const { size } = game.tree;
    areKeysOn = options.shortcuts;
    const margin = marginOf(options.coordinates);
    ifSize([size.width, size.height, options.coordinates], () => build(size, options.coordinates));
    const stones = stonesAt(game.tree, game.at);
    const { point: last } = nodeOf(game.tree, game.at);
    const offers = offersHere(game);
    ifStones([game.tree, game.at, options.numbers, options.coordinates, !!walk, openingPhase(game)?.offers], () => {
      const taken = new Set([...stones.keys(), ...offers.map(pointKey)]);
      cells.forEach((row, y) => row.forEach((cell, x) => attribute(cell, 'data-taken', taken.has(pointKey({ x, y })) ? 'true' : null)));
      layers.stones.replaceChildren(...stoneElements([...stones.values()], { margin, numbers: options.numbers, last, isMuted: !!walk }));
    });
    const verdict = currentVerdict(state);
    ifLikely([state.likely, options.coordinates], () => layers.likely.replaceChildren(...likelyShades(state, margin)));
    ifMarks([
      game, verdict, options, state.likely, state.book, state.analysis.report, state.thinking, state.preview, state.spotlight, state.solve,
      state.review, state.puzzles, walk, state.pending, state.analysis.isOn, state.editor,
    ], () => layers.marks.replaceChildren(...drawMarks(state, margin)));
    ifCells([game, verdict, options, language(), state.review, state.puzzles, walk, state.solve, state.likely, state.book], () => {
      cellLabels(state, stones).forEach((label, index) => {
        if (labels[index] !== label) cells[Math.floor(index / size.width)][index % size.width].setAttribute('aria-label', label);
        labels[index] = label;
      });
      grid.setAttribute('aria-label', t('board.label', { rule: t(`rule.${game.tree.rule}`), width: size.width, height: size.height }));
    });
    ifFocus([focus, size.width, size.height], () => {
      cells.forEach((row, y) => row.forEach((cell, x) => attribute(cell, 'tabindex', samePoint(focus, { x, y }) ? '0' : '-1')));
    });
    const isFree = !gameResult(state) && !isEngineTurn(state) && !walk;
    const ghost = state.editor ? state.editor.tool : isFree ? (openingPhase(game)?.step?.kind === 'pick' ? 'none' : mover(game)) : 'none';
    attribute(root, 'data-ghost', ghost);
    attribute(root, 'data-zoomed', state.isZoomed ? 'true' : null);
  }

  /** Scrolls an enlarged board to its middle. */
  function center() {
    root.scrollTo((root.scrollWidth - root.clientWidth) / 2, (root.scrollHeight - root.clientHeight) / 2);
  }

  return { root, render, center, focusCell: (/** @type {Point} */ { x, y }) => cells[y]?.[x]?.focus({ preventScroll: true }) };
}

/** Where a key leads from a cell. @param {KeyboardEvent} event @param {Point} from @param {Size} size @returns {Point | null} */
function steppedPoint(event, { x, y }, size) {
  if (event.altKey || event.metaKey) return null;
  const [right, bottom] = [size.width - 1, size.height - 1];
  switch (event.key) {
    case 'ArrowLeft': return { x: Math.max(0, x - 1), y };
    case 'ArrowRight': return { x: Math.min(right, x + 1), y };
    case 'ArrowUp': return { x, y: Math.max(0, y - 1) };
    case 'ArrowDown': return { x, y: Math.min(bottom, y + 1) };
    case 'Home': return event.ctrlKey ? { x: 0, y: 0 } : { x: 0, y };
    case 'End': return event.ctrlKey ? { x: right, y: bottom } : { x: right, y };
    case 'PageUp': return { x, y: 0 };
    case 'PageDown': return { x, y: bottom };
    default: return null;
  }
}

/** @param {Size} size @param {number} margin @param {boolean} hasCoordinates */
function lineElements(size, margin, hasCoordinates) {
  const from = middle({ x: 0, y: 0 }, margin);
  const to = middle({ x: size.width - 1, y: size.height - 1 }, margin);
  let path = '';
  for (let x = 1; x < size.width - 1; x++) path += `M${margin + (x + 0.5) * CELL} ${from.cy}V${to.cy}`;
  for (let y = 1; y < size.height - 1; y++) path += `M${from.cx} ${margin + (y + 0.5) * CELL}H${to.cx}`;
  /** @type {SVGElement[]} */
  const elements = [
    svg('path', { class: 'line', d: path }),
    svg('rect', { class: 'edge', x: from.cx, y: from.cy, width: to.cx - from.cx, height: to.cy - from.cy }),
    ...starPoints(size).map((point) => svg('circle', { class: 'star', ...middle(point, margin), r: 3.6 })),
  ];
  if (!hasCoordinates) return elements;
  for (let x = 0; x < size.width; x++) {
    const { cx } = middle({ x, y: 0 }, margin);
    elements.push(svg('text', { class: 'coordinate', x: cx, y: size.height * CELL + margin + 9 }, columnName(x)));
  }
  for (let y = 0; y < size.height; y++) {
    const { cy } = middle({ x: 0, y }, margin);
    elements.push(svg('text', { class: 'coordinate', x: margin - 9, y: cy }, String(size.height - y)));
  }
  return elements;
}

