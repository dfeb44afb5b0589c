// What is drawn over the stones: candidates, threats, forbidden points, lines and walks.

import { svg } from './dom.js';
import { CELL, middle } from './geometry.js';
import { likelySigns } from './likely.js';
import { reviewMarks } from './review_marks.js';
import { bookSigns, bookTexts } from './book.js';
import { RADIUS, stoneElement } from './stones.js';
import { allowedArea } from '../model/opening.js';
import { other, parsePoint, pointKey } from '../model/points.js';
import { pointsOf } from '../model/position.js';
import { stonesAt } from '../model/tree.js';
import { currentVerdict, foulHere, mover, offersHere, openingPhase, positionKey } from '../app/state.js';
import { shownReport } from '../app/analysis.js';
import { attackerOf, proofTree, walkReplies } from '../app/proofs.js';
import { lineSign, offerSign, SIGNS } from '../text/facts.js';

/** @typedef {import('../app/state.js').State} State */
/** @typedef {import('../model/points.js').Point} Point */
/** @typedef {import('../model/points.js').Color} Color */
/** @typedef {{point: Point, mark: SVGElement}} Sign */

/**
 * The marks of a position. A point has at most one sign: the first in this order hides the others.
 * @param {State} state @param {number} margin @returns {SVGElement[]}
 */
export function drawMarks(state, margin) {
  const { game, options, preview, walk, pending } = state;
  // The editor changes the position: what was found about it does not count.
  if (state.editor) return blockedMarks(state, margin);
  const { size } = game.tree;
  const marks = [...blockedMarks(state, margin), ...openingMarks(state, margin)];
  const verdict = currentVerdict(state);
  if (walk) return [...marks, ...walkMarks(state, margin)];
  if (state.puzzles) return [...marks, ...puzzleMarks(state, margin)];
  if (preview) {
    const covered = new Set(preview.points.map(pointKey));
    const numbers = likelySigns(state, margin).filter(({ point }) => !covered.has(pointKey(point)));
    return [...marks, ...numbers.map(({ mark }) => mark), ...previewMarks(preview.points, preview.color, margin)];
  }
  if (verdict?.winner !== 'none' && verdict) marks.push(...winMarks(pointsOf(verdict.line, size), margin));
  // Below the signs: the ring is wider than they are, and its light must not make them pale.
  if (state.spotlight) {
    for (const point of state.spotlight.stones) marks.push(ring(point, 'spotlight', margin));
    for (const point of state.spotlight.targets) marks.push(ring(point, 'spotlight target', margin));
  }
  // An analysis shows its own best move.
  if (!state.analysis.isOn) marks.push(...reviewMarks(state, margin));
  const signs = solveSigns(state, margin);
  if (state.analysis.isOn || state.thinking) signs.push(...candidateSigns(state, margin));
  if (verdict && options.forbidden) {
    for (const { point, kind } of verdict.forbidden) {
      const at = parsePoint(point, size);
      if (at) signs.push({ point: at, mark: forbiddenMark(at, SIGNS[kind] ?? '', margin) });
    }
  }
  const foul = foulHere(state);
  if (foul) signs.push({ point: foul.point, mark: forbiddenMark(foul.point, SIGNS[foul.kind] ?? '', margin) });
  if (options.book) signs.push(...bookSigns(state, margin));
  const taken = new Set(pending ? [pointKey(pending)] : []);
  const isFree = (/** @type {Sign} */ { point }) => !taken.has(pointKey(point));
  for (const sign of signs) {
    if (isFree(sign)) marks.push(sign.mark);
    taken.add(pointKey(sign.point));
  }
  // Threats of both sides share a point, and leave room for a chance below them.
  const threats = verdict && options.threats ? threatSigns(state, margin).filter(isFree) : [];
  const counts = new Map();
  for (const { point } of threats) counts.set(pointKey(point), (counts.get(pointKey(point)) ?? 0) + 1);
  for (const { mark } of [...threats, ...likelySigns(state, margin, counts).filter(isFree)]) marks.push(mark);
  if (options.book) {
    const filled = new Set([...taken, ...counts.keys(), ...stonesAt(game.tree, game.at).keys()]);
    marks.push(...bookTexts(state, margin, (point) => !filled.has(pointKey(point))));
  }
  if (pending) marks.push(stoneElement(pending, mover(game), margin, { class: 'pending' }), ring(pending, 'pending-ring', margin));
  return marks;
}

/** A puzzle hides everything but what was played, tried or asked for. @param {State} state @param {number} margin */
function puzzleMarks({ preview, pending, spotlight, game, verdict }, margin) {
  const line = verdict && verdict.key === positionKey(game) && verdict.winner !== 'none' ? pointsOf(verdict.line, game.tree.size) : [];
  return [
    ...winMarks(line, margin),
    ...(spotlight?.targets ?? []).map((point) => ring(point, 'spotlight target', margin)),
    ...(preview ? previewMarks(preview.points, preview.color, margin) : []),
    ...(pending ? [stoneElement(pending, mover(game), margin, { class: 'pending' }), ring(pending, 'pending-ring', margin)] : []),
  ];
}

/** @param {Point} point @param {string} name @param {number} margin */
const ring = (point, name, margin) => svg('circle', { class: name, ...middle(point, margin), r: RADIUS + 1 });

/** @param {State} state @param {number} margin */
function blockedMarks({ game }, margin) {
  return (game.tree.setup?.blocked ?? []).map((point) => {
    const { cx, cy } = middle(point, margin);
    return svg('rect', { class: 'blocked', x: cx - 15, y: cy - 15, width: 30, height: 30, rx: 4 });
  });
}

/** Where the opening allows a stone, and the stones that are offered. @param {State} state @param {number} margin */
function openingMarks({ game }, margin) {
  const phase = openingPhase(game);
  if (!phase) return [];
  /** @type {SVGElement[]} */
  const marks = [];
  const area = allowedArea(phase);
  const side = area?.inside ?? area?.outside;
  if (side) {
    const { cx, cy } = middle({ x: game.tree.size.width >> 1, y: game.tree.size.height >> 1 }, margin);
    const half = (side * CELL) / 2;
    marks.push(svg('rect', { class: `area ${area?.outside ? 'outside' : ''}`, x: cx - half, y: cy - half, width: 2 * half, height: 2 * half, rx: 8 }));
  }
  offersHere(game).forEach((point, index) => {
    marks.push(stoneElement(point, phase.toMove, margin, { class: 'offer', text: offerSign(index) }));
  });
  return marks;
}

/** @param {Point[]} line @param {number} margin */
function winMarks(line, margin) {
  if (line.length < 2) return [];
  const from = middle(line[0], margin);
  const to = middle(line[line.length - 1], margin);
  const ends = { x1: from.cx, y1: from.cy, x2: to.cx, y2: to.cy };
  return [
    ...line.map((point) => ring(point, 'win-stone', margin)),
    svg('line', { class: 'win-line-under', ...ends }), svg('line', { class: 'win-line', ...ends }),
  ];
}

/** @param {State} state @param {number} margin @returns {Sign[]} */
function candidateSigns(state, margin) {
  const report = shownReport(state);
  const stones = stonesAt(state.game.tree, state.game.at);
  return (report?.lines ?? []).flatMap((line, index) => {
    const point = parsePoint(line.move, state.game.tree.size);
    if (!point || stones.has(pointKey(point))) return [];
    const { cx, cy } = middle(point, margin);
    const sign = lineSign(line, state.options.values);
    return [{ point, mark: svg('g', { class: `candidate ${index === 0 ? 'best' : ''}` },
      svg('circle', { cx, cy, r: RADIUS }),
      svg('text', { x: cx, y: cy, 'data-length': sign.length }, sign)) }];
  });
}

/**
 * A dark tag for black's threats, a light one for white's: not round as stones are. The sign says what a stone there makes.
 * @param {State} state @param {number} margin @returns {Sign[]}
 */
function threatSigns(state, margin) {
  const threats = currentVerdict(state)?.threats;
  if (!threats) return [];
  const both = new Set(threats.black.map(({ point }) => point).filter((name) => threats.white.some(({ point }) => point === name)));
  return (/** @type {Color[]} */ (['black', 'white'])).flatMap((color) => strongest(threats[color]).flatMap(({ point: name, kind }) => {
    const point = parsePoint(name, state.game.tree.size);
    if (!point) return [];
    const { cx, cy } = middle(point, margin);
    const shift = both.has(name) ? (color === 'black' ? -9 : 9) : 0;
    const [x, y, r] = [cx + shift, cy + shift, both.has(name) ? 10.5 : 14];
    const shape = svg('rect', { x: x - r, y: y - r, width: 2 * r, height: 2 * r, rx: 4 });
    const sign = SIGNS[kind] ?? '';
    const group = svg('g', { class: `threat ${color} ${kind} ${both.has(name) ? 'small' : ''}` }, shape, svg('text', { x, y, 'data-length': sign.length }, sign));
    return [{ point, mark: group }];
  }));
}

/** Of the threats of a point the strongest: its sign has room for one. @param {import('../app/state.js').Threat[]} threats */
function strongest(threats) {
  const order = Object.keys(SIGNS);
  const best = new Map();
  for (const threat of threats) {
    const known = best.get(threat.point);
    if (!known || order.indexOf(threat.kind) < order.indexOf(known.kind)) best.set(threat.point, threat);
  }
  return [...best.values()];
}

/** @param {Point} point @param {string} sign @param {number} margin */
function forbiddenMark(point, sign, margin) {
  const { cx, cy } = middle(point, margin);
  return svg('g', { class: 'forbidden' },
    svg('path', { d: `M${cx - 6} ${cy - 14}h12l8 8v12l-8 8h-12l-8-8v-12z` }),
    svg('text', { x: cx, y: cy, 'data-length': sign.length }, sign));
}

/** @param {Point[]} points @param {Color} first @param {number} margin */
function previewMarks(points, first, margin) {
  return points.map((point, index) => stoneElement(point, index % 2 ? other(first) : first, margin, { class: 'preview', text: String(index + 1) }));
}

/** Winning first moves, and defences. @param {State} state @param {number} margin @returns {Sign[]} */
function solveSigns({ solve, game }, margin) {
  if (!solve?.answer || solve.key !== positionKey(game) || solve.answer.result !== 'win') return [];
  const { size } = game.tree;
  const { goal, answer } = solve;
  if (goal === 'win') return pointsOf(answer.line.slice(0, 1), size).map((point) => ({ point, mark: badge(point, '1', 'proof', margin) }));
  /** @type {{move: string, plies?: number}[]} */
  const moves = answer.moves ?? [];
  const shortest = Math.min(...moves.map(({ plies }) => plies ?? Infinity));
  const [sign, name] = goal === 'defend' ? ['D', 'defence'] : ['W', 'proof'];
  return moves.flatMap(({ move, plies = Infinity }) => pointsOf([move], size).map((point) => ({
    point, mark: badge(point, sign, plies > shortest ? `${name} longer` : name, margin),
  })));
}

/** @param {Point} point @param {string} sign @param {string} name @param {number} margin */
function badge(point, sign, name, margin) {
  const { cx, cy } = middle(point, margin);
  const r = 16;
  return svg('g', { class: `badge ${name}` },
    svg('path', { d: `M${cx} ${cy - r}L${cx + r} ${cy}L${cx} ${cy + r}L${cx - r} ${cy}z` }),
    svg('text', { x: cx, y: cy }, sign));
}

/** @param {State} state @param {number} margin */
function walkMarks(state, margin) {
  const { walk, game } = state;
  const tree = proofTree(state);
  if (!walk || !tree) return [];
  const marks = previewMarks(walk.moves, attackerOf(state), margin);
  const { named } = walkReplies(tree, walk, game.tree.size);
  return [...marks, ...named.map((point) => badge(point, '?', 'reply', margin))];
}

