// A reviewed move in words: what it cost, what it missed, what was better and what follows, and why.

import { other } from '../model/points.js';
import { moveName } from '../model/points.js';
import { lineText, percent, winText } from './facts.js';
import { reasonsText } from './reason_words.js';
import { sentences, t } from './text.js';

/** @typedef {import('../app/state.js').ReviewedMove} ReviewedMove */
/** A sentence, and the line that it speaks of. @typedef {{text: string, line?: string[]}} Sentence */

/** The signs of verdicts, the worst first. @type {Record<string, string>} */
export const VERDICT_SIGNS = { blunder: '??', 'missed-win': '✗', mistake: '?', inaccuracy: '?!', detour: '↝' };

/** @param {ReviewedMove} move @param {import('../model/points.js').Size} size @returns {Sentence[]} */
export function reviewWords({ point, color, before, after, verdict, best, reply, win, allowed, betterReasons = [], worseReasons = [] }, size) {
  const [own, opponent] = [t(color), t(other(color))];
  const move = moveName(point, size);
  /** @type {(Sentence | false)[]} */
  const all = [
    { text: t('review.chances', { color: own, before: percent(before), after: percent(after) }) },
    win ? { text: t('review.had', { win: winText(own, win) }), line: win.line }
      : best.length > 0 && { text: t('review.betterLine', { line: shortLine(best) }), line: best },
    betterReasons.length > 0 && { text: reasonsText(betterReasons) },
    allowed ? { text: t('review.now', { win: winText(opponent, allowed) }) }
      : verdict !== 'detour' && reply.length > 0 && { text: t('review.reply', { move, color: opponent, line: shortLine(reply) }) },
    worseReasons.length > 0 && { text: reasonsText(worseReasons) },
  ];
  return all.flatMap((sentence) => (sentence && sentence.text ? [{ ...sentence, text: sentence.text.replace(/…[.。]$/, '…') }] : []));
}

/**
 * Of a side that was lost before its first move, so that none of its moves is a mistake, how the other one wins: proved, or as the search sees it.
 * @param {import('../app/state.js').Review} review
 */
export function lostWords({ moves, isComplete }) {
  if (!isComplete) return [];
  return (/** @type {const} */ (['black', 'white'])).flatMap((color) => {
    const [first] = moves.filter((move) => move.color === color).sort((a, b) => a.number - b.number);
    if (!first || first.before > 0) return [];
    const { number: n, allowed } = first;
    const said = allowed ? t('review.lostProved', { color: t(color), n, win: winText(t(other(color)), allowed) }) : t('review.lostSeen', { color: t(color), n });
    return [sentences([said])];
  });
}

/** The same as one text, for the comment of a move in a file. @param {ReviewedMove} move @param {import('../model/points.js').Size} size */
export function reviewRemark(move, size) {
  const head = `${moveName(move.point, size)} ${VERDICT_SIGNS[move.verdict]} ${t(`review.verdict.${move.verdict}`)}.`;
  return [head, ...reviewWords(move, size).map(({ text }) => text)].join('\n');
}

const SHOWN = 6;

/** @param {string[]} line */
const shortLine = (line) => lineText(line, SHOWN);
