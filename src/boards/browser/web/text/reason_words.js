// Reasons for and against a move, and hints, in words. The engine sends what is true, as codes with points.

import { other, PASS } from '../model/points.js';
import { forbiddenText, lineWorth, movesOf, threatName, winText } from './facts.js';
import { allOf, anyOf, sentences, t } from './text.js';

/** @typedef {import('../engine/engine.js').Message} Message */

/** What a threat threatens: `five at f8 and an open four at j8 or e8`. @param {{kind: string, next: string[]}[]} lines */
const threatened = (lines) => allOf(lines.filter(({ kind }) => kind !== 'five')
  .map(({ kind, next }) => t(kind === 'open-three' ? 'why.next.four' : 'why.next.five', { points: anyOf(next) })));

/** How a side wins: the move that decides, which is still to come; a proved win is told before. Where no one move decides, a win that is not proved is only told. @param {Message} reason */
function wayText({ move, color, kind, points = [], lines = [], proved, seen, forbidden_stop: stop }) {
  if (!kind || !points.length) return proved ? '' : t(seen ? 'why.seesWin' : 'why.lineToWin', { move, color: t(color) });
  const shape = t(`shape.${kind}`);
  const next = threatened(lines);
  const what = next ? t('why.what', { shape, lines: next }) : shape;
  // What the best line leads to is not even seen by the search: the loser may have something better.
  const way = t(proved ? 'why.way' : seen ? 'why.seen' : 'why.bestLine', { point: points[0], color: t(color), what });
  return stop ? sentences([way, t('opening.forbidden', { point: stop })]) : way;
}

/** `an open two`, `two open twos`. @param {number} count */
function openTwos(count) {
  const words = t('why.twos').split('|');
  return words[Math.min(count, words.length) - 1];
}

/** One reason as a sentence. @param {Message} given */
export function reasonText(given) {
  const { reason, move, color: side, kind, points = [], threats = [], lines = [], parts = [], win, twos, towards, count = 2, proved } = given;
  const color = t(side);
  const shape = kind ? t(`shape.${kind}`) : '';
  switch (reason) {
    case 'forbidden': return `${forbiddenText({ point: move, kind, parts })}${t('why.end')}`;
    case 'makes': return t('why.makes', { move, shape, lines: threatened(lines) });
    case 'builds': return towards ? t('why.buildsTowards', { move, twos: openTwos(twos), side: t(`side.${towards}`) }) : t('why.builds', { move, twos: openTwos(twos) });
    case 'prevents': return t('why.prevents', {
      move, color, threats: allOf(threats.map((/** @type {Message} */ threat) => t('why.at', { kind: threatName(threat.kind), points: anyOf(threat.points) }))),
    });
    case 'unstoppable': return t(count > 2 ? 'why.unstoppableAll' : 'why.unstoppable', { color });
    case 'holds': return t(proved ? 'why.holds' : 'why.noneFound', { move, color });
    case 'prepares': return t('why.prepares', { move, shape, point: points[0] });
    case 'keeps-from': return t('why.keeps-from', { move, color, shape, point: points[0] });
    case 'prevents-early': return t('why.prevents-early', { move, color, points: anyOf(points) });
    case 'leaves': return t('why.leaves', { move, color, shape, point: points[0], lines: threatened(lines) });
    case 'allows': case 'wins': case 'stops-win': case 'threatens':
      if (win) return t(`why.${reason}`, { move, win: winText(color, win) });
      return reason === 'allows' || reason === 'wins' ? wayText(given) : '';
    default: return t(`why.${reason}`, { move });
  }
}

/** Reasons as a text. @param {Message[]} reasons */
export const reasonsText = (reasons) => sentences(reasons.map(reasonText).filter(Boolean));

/** The answer to `explain`: reasons, the value of the move and of the best other one. @param {Message} answer @param {import('../model/points.js').Color} color  the side to move */
export function explanationText({ move, text, reasons = [], five, forbidden, line, runner_up: rival }, color) {
  // The game is over, or nobody can move.
  if (!move) return text;
  const said = reasons.map(reasonText).filter(Boolean);
  if (!five && !forbidden) {
    if (line) said.push(t(line.book ? 'why.book' : 'why.value', rated(line)));
    if (rival) {
      const isBetter = line && rival.line.value > line.value;
      said.push(t(isBetter ? 'why.betterOther' : 'why.other', rated(rival.line)));
      if (rival.loses_to) said.push(t('why.allows', { move: rival.line.move, win: winText(t(other(color)), rival.loses_to) }));
    }
  }
  return said.length ? sentences(said) : t('why.nothing', { move });
}

/** @param {import('../app/state.js').Line} line */
function worthOf(line) {
  if (line.mate === undefined || line.mate === null) return line.book ? t('why.draws') : t('why.chance', { chance: lineWorth(line, 'chance') });
  // That the book proves it is said before.
  return lineWorth({ ...line, proved: false }, 'chance');
}

/** @param {import('../app/state.js').Line} line */
const rated = (line) => ({
  move: line.move, line: line.pv.join(' '),
  worth: worthOf(line),
});

/** A hint of a puzzle; null if there is none. @param {Message | null} found */
export function hintText(found) {
  if (!found) return t('puzzle.noHint');
  const { hint, color, kind, plies, column, point, count, played } = found;
  switch (hint) {
    case 'wins': return t('hint.wins', { win: winText(t(color), { kind, plies }) });
    case 'threatens': return t('hint.threatens', { color: t(color), kind: t(`proof.kind.${kind}`), n: movesOf(plies) });
    case 'makes': return kind ? t('hint.makes', { shape: t(`shape.${kind}`) }) : t('hint.quiet');
    case 'answered': return t('hint.answered', { color: t(color), played: played ?? PASS, point });
    case 'prevents': return t('hint.prevents', { shape: t(`shape.${kind}`) });
    case 'column': return t('hint.column', { column });
    case 'defenses': return t('hint.defenses', { n: count });
    default: return t(`hint.${hint}`, { point });
  }
}
