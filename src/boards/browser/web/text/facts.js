// What the engine says, in words: forbidden points, threats, results, values.

import { other, pointName } from '../model/points.js';
import { foulKind } from '../app/state.js';
import { language, sentences, t } from './text.js';

/** @typedef {import('../app/state.js').Forbidden} Forbidden */
/** @typedef {import('../app/state.js').Line} Line */

/** `g7 is forbidden: double three (f7 g7 h7 and g7 h8 i9)`. @param {Forbidden} forbidden */
export function forbiddenText({ point, kind, parts }) {
  const stones = parts.map((part) => part.stones.join(' ')).join(t('list.and'));
  return t('forbidden.text', { point, kind: t(`forbidden.${kind}`), stones });
}

/** What an offered stone is called on the board, by its place among them. @param {number} index */
export const offerSign = (index) => String.fromCharCode(65 + index);

/** Which stones an opening offers. @param {import('../model/opening.js').Phase} phase */
export const offersText = ({ offers, size }) => t('opening.offers', { points: offers.map((point, index) => `${offerSign(index)} ${pointName(point, size)}`).join(', ') });

/** That the engine is not there, in short. @param {{isLocal: boolean}} state */
export const lostText = ({ isLocal }) => t(isLocal ? 'refused.noEngine' : 'refused.offline');

/** The same in full: why, and what one can do. @param {{failure: import('../engine/engine.js').Failure | null}} state */
export const offlineText = ({ failure }) => (failure ? `${t(`status.${failure}`)} ${t('status.unchecked')}` : t('status.offline'));

/** `1.2 of 3.8 MB`. @param {{bytes: number, total: number}} loading */
export function loadedText({ bytes, total }) {
  const megabytes = (/** @type {number} */ count) => (count / 1e6).toLocaleString(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return t('status.loaded', { done: megabytes(bytes), total: megabytes(total) });
}

/** The short sign of a threat or of a forbidden point on the board. @type {Record<string, string>} */
export const SIGNS = {
  five: '5', 'open-four': 'O4', 'double-four': '44', 'four-three': '43', four: '4', 'double-three': '33',
  'open-three': '3', overline: '6+',
};

/** @param {string} kind */
export const threatName = (kind) => t(`threat.${kind}`);

/** @param {{winner: string, reason: string}} result */
export function resultText({ winner, reason }) {
  if (winner === 'draw') return t(reason === 'full-board' || reason === 'draw (full-board)' ? 'result.draw' : 'result.drawn');
  const kind = foulKind(reason);
  if (kind) return t('result.forbidden', { winner: t(winner), kind: t(`forbidden.${kind}`) });
  const key = { five: 'result.five', resigned: 'result.resign', timeout: 'result.timeout' }[reason] ?? 'result.plain';
  return t(key, { winner: t(winner), loser: t(winner === 'black' ? 'white' : 'black') });
}

/** A player as files name them, in the reader's language. @param {string} name */
export const playerName = (name) => ({ person: t('seat.person'), tengen: 'Tengen', black: t('black'), white: t('white') })[name] ?? name;

/** Whether a name is the word that the page has for the color. @param {string} name @param {import('../model/points.js').Color} color */
export const isColorName = (name, color) => name.trim().toLowerCase() === t(color).toLowerCase();

/** How many moves of one side so many plies are, its own last. @param {number} plies */
export const movesOf = (plies) => Math.ceil(Math.abs(plies) / 2);

/** `White makes five at d6`, `White wins by fours in 3 moves: d6 e7 …`, as a part of a sentence. @param {string} color  its name @param {{kind: string, plies: number, line?: string[]}} win */
export function winText(color, { kind, plies, line = [] }) {
  if (plies === 1 && line[0]) return t('win.five', { color, point: line[0] });
  const text = t('win.forced', { color, kind: t(`proof.kind.${kind}`), n: movesOf(plies) });
  return line.length ? `${text}: ${lineText(line, WIN_SHOWN)}` : text;
}

const WIN_SHOWN = 7;

/** Moves of a line that are shown at once: more would cover the board. */
export const LINE_SHOWN = 9;

/** The first moves of a line. @param {string[]} line @param {number} [most] */
export const lineText = (line, most = LINE_SHOWN) => line.slice(0, most).join(' ') + (line.length > most ? ' …' : '');

/** How a line goes on that is longer than what is shown; empty if it is not. A threat is no win yet. @param {{line?: string[], plies: number}} win @param {import('../model/points.js').Color} color @param {boolean} [isThreat] */
export const restText = ({ line = [], plies }, color, isThreat = false) => (line.length > LINE_SHOWN ? t(isThreat ? 'proof.onThreat' : 'proof.on', { color: t(color), n: movesOf(plies) }) : '');

/** The answer to a question about a forced win. @param {string} goal @param {import('../engine/engine.js').Message} answer @param {import('../model/points.js').Color} color  the side to move */
export function proofText(goal, answer, color) {
  const isDefence = goal === 'defend' || goal === 'threat';
  const attacker = t(isDefence ? other(color) : color);
  // The book speaks of the side to move, whatever was asked.
  if (answer.kind === 'book' && goal !== 'threat' && ['loss', 'draw'].includes(answer.result)) {
    return bookText({ label: answer.result, proved: true, plies: answer.plies }, color);
  }
  if (answer.result !== 'win') {
    // That the book knows the side to move to lose, or a draw, is no threat of the opponent.
    const result = answer.kind === 'book' && ['loss', 'draw'].includes(answer.result) ? 'none' : answer.result;
    const kind = ['none', 'unknown'].includes(result) ? result : 'over';
    return t(`proof.${isDefence ? 'defend.' : ''}${kind}`, { color: attacker });
  }
  const threat = () => (answer.plies === 1 && answer.line?.[0] ? t('proof.threatens5', { color: attacker, point: answer.line[0] })
    : t('proof.threatens', { color: attacker, other: t(color), n: movesOf(answer.plies), kind: t(`proof.kind.${answer.kind}`) }));
  if (goal === 'threat') return threat();
  const n = answer.moves?.length ?? 0;
  const isOpen = !!answer.unknown?.length;
  // No move was found, but some are left: that is not none.
  if (goal === 'all-first-moves') return !n && isOpen ? t('proof.unknown') : t('proof.winning', { n });
  const win = answer.plies === 1 && answer.line?.[0] ? t('proof.five1', { color: attacker, point: answer.line[0] })
    : t('proof.win', { color: attacker, n: movesOf(answer.plies), kind: t(`proof.kind.${answer.kind}`) });
  if (goal === 'win') return win;
  // It is a win only if nothing stops it.
  if (n) return sentences([threat(), t('proof.defences', { n })]);
  return isOpen ? sentences([threat(), t('proof.noneKnown')]) : sentences([win, t('proof.noDefence')]);
}

/** How a review ended. @param {import('../app/state.js').Review} review */
export function reviewText({ isComplete, done, total, moves }) {
  const n = moves.filter(({ verdict }) => verdict).length;
  if (!isComplete) return t('review.stopped', { done, total });
  return n ? t('review.finished', { n }) : t('review.clean');
}

/** A win chance as a whole number of percent. @param {number} chance */
export function percent(chance) {
  const known = formats.get(language()) ?? new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 0 });
  formats.set(language(), known);
  return known.format(chance);
}

/** @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/** The sign of a line on its point. @param {Line} line @param {'chance' | 'value'} form */
export function lineSign(line, form) {
  if (line.mate !== undefined && line.mate !== null) return `${line.mate > 0 ? 'W' : 'L'}${movesOf(line.mate)}`;
  return form === 'chance' ? String(Math.round(line.win_chance * 100)) : String(line.value);
}

/** The same in a list. @param {Line} line @param {'chance' | 'value'} form */
export function lineWorth(line, form) {
  if (line.mate !== undefined && line.mate !== null) {
    const key = line.mate > 0 ? (line.proved ? 'line.provedWin' : 'line.win') : 'line.loss';
    return t(key, { n: movesOf(line.mate) });
  }
  return form === 'chance' ? percent(line.win_chance) : (line.value > 0 ? `+${line.value}` : String(line.value));
}

/** How a decided position ends, or null: proved, or searched to its end. @param {{depth: number, lines: Line[]} | null | undefined} report @param {import('../model/points.js').Color} color  the side to move */
export function decidedText(report, color) {
  const line = report?.lines[0];
  if (!report || !line?.mate || !(line.proved || report.depth >= DEEPEST)) return null;
  if (line.mate === 1) return t('win.five', { color: t(color), point: line.move });
  return t('analysis.winsIn', { color: t(line.mate > 0 ? color : other(color)), n: movesOf(line.mate) });
}

/** The engine counts no further. */
const DEEPEST = 90;

/** `1.2M`. @param {number} count */
export function shortCount(count) {
  if (count < 1000) return String(Math.round(count));
  if (count < 1e6) return `${(count / 1000).toFixed(count < 1e4 ? 1 : 0)}k`;
  return `${(count / 1e6).toFixed(count < 1e7 ? 1 : 0)}M`;
}

/** What the book's record says about the result, or advises; empty if nothing. @param {import('../app/state.js').BookRecord} record @param {import('../model/points.js').Color} color  the side to move */
export function bookText({ label, proved, plies }, color) {
  if (label === 'forced' || label === 'blocked') return t(`book.${label}`);
  if (label === 'draw') return t(proved ? 'book.draw' : 'book.said.draw');
  if (label !== 'win' && label !== 'loss') return '';
  const winner = t(label === 'win' ? color : other(color));
  if (!proved) return t('book.said.win', { color: winner });
  return plies ? t('book.winIn', { color: winner, n: movesOf(plies) }) : t('book.win', { color: winner });
}

/** @typedef {import('../app/state.js').BookMove} BookMove */

/** The sign of a move of the book on its point. @param {BookMove} move @param {'chance' | 'value'} form */
export function bookSign({ result, plies, value, chance }, form) {
  if (result) return { win: 'W', loss: 'L', draw: 'D', forced: '!', blocked: '×' }[result] + (plies ? movesOf(plies) : '');
  if (value === null || chance === null) return '•';
  return form === 'chance' ? String(Math.round(chance * 100)) : String(value);
}

/** The same in words. @param {BookMove} move @param {'chance' | 'value'} form */
export function bookMoveText({ result, isProved, plies, value, chance }, form) {
  const worth = result && t(`book.${isProved ? 'proved' : 'result'}.${result}`);
  if (worth) return plies ? `${worth}, ${t('book.atMost', { n: movesOf(plies) })}` : worth;
  if (value === null || chance === null) return '–';
  return form === 'chance' ? percent(chance) : (value > 0 ? `+${value}` : String(value));
}
