// A reviewed move in words: what it cost, what it missed, what was better and what follows, and why.

import { other } from '../model/points.js';
import { moveName } from '../model/points.js';
import { lineText, movesOf, percent, winText } from './facts.js';
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
  // That a move is forbidden comes before what it missed.
  const isForbidden = worseReasons[0]?.reason === 'forbidden';
  const why = worseReasons.length > 0 && { text: reasonsText(worseReasons) };
  /** @type {(Sentence | false)[]} */
  const all = [
    { text: t('review.chances', { color: own, before: percent(before), after: percent(after) }) },
    isForbidden && why,
    win ? { text: t('review.had', { win: winText(own, win) }), line: win.line }
      : best.length > 0 && { text: t('review.betterLine', { line: shortLine(best) }), line: best },
    betterReasons.length > 0 && { text: reasonsText(betterReasons) },
    allowed ? { text: t('review.now', { win: winText(opponent, allowed) }) }
      : verdict !== 'detour' && reply.length > 0 && { text: t('review.reply', { move, color: opponent, line: shortLine(reply) }) },
    !isForbidden && why,
  ];
  return all.flatMap((sentence) => (sentence && sentence.text ? [{ ...sentence, text: sentence.text.replace(/…[.。]$/, '…') }] : []));
}

/** A win chance below which a game is nearly lost. */
const NEARLY_LOST = 0.1;

/**
 * When each side was lost, or nearly so, as far as no verdict says it: from its first move, little by little, or by a move that lost what was as good as lost before.
 * @param {import('../app/state.js').Review} review @param {import('../model/points.js').Size} size
 */
export function lostWords({ moves, isComplete }, size) {
  if (!isComplete) return [];
  const inOrder = [...moves].sort((a, b) => a.number - b.number);
  return (/** @type {const} */ (['black', 'white'])).flatMap((color) => {
    const own = inOrder.filter((move) => move.color === color);
    const [first] = own;
    if (!first) return [];
    // A chance that is nearly none is not said to be lost: only what the search sees to its end.
    if (isLoss(first.mateBefore)) return [sentences([lostFromStart(first, size)])];
    const lost = lostAfter(own);
    const low = nearlyLostBefore(own, lost);
    return [
      ...(low ? [t('review.stood', { color: t(color), n: low.number - 1, chance: percent(low.before) })] : []),
      ...(lost ? [sentences([wonFrom(lost)])] : []),
    ];
  });
}

/**
 * That no move of a side is a mistake, as all lose, and how the other one wins. At most the loss by the move that was played is proved.
 * @param {ReviewedMove} first @param {import('../model/points.js').Size} size
 */
function lostFromStart({ point, color, number: n, allowed, mateBefore }, size) {
  const winner = t(other(color));
  return allowed ? t('review.lostProved', { color: t(color), n, move: moveName(point, size), win: winText(winner, allowed) }) : t('review.lostSeen', { color: t(color), n, winner, m: movesOf(mateBefore ?? 0) });
}

/** That the opponent wins from its answer to this move on. @param {ReviewedMove} lost */
function wonFrom({ color, number, allowed, mateAfter }) {
  const [n, winner] = [number + 1, t(other(color))];
  return allowed ? t('review.wonFrom', { n, win: winText(winner, allowed) }) : t('review.seenFrom', { n, color: winner, m: movesOf(mateAfter ?? 0) });
}

/** @param {ReviewedMove} move */
const isLost = ({ mateAfter, allowed }) => Boolean(allowed) || isLoss(mateAfter);

/** @param {number | null | undefined} mate  plies to the end, if one is seen */
const isLoss = (mate) => (mate ?? 0) < 0;

/** @param {ReviewedMove} move */
const isMarked = ({ verdict }) => ['inaccuracy', 'mistake', 'blunder', 'missed-win'].includes(verdict);

/** The move after which the opponent wins to the end, if no verdict calls it a mistake. @param {ReviewedMove[]} own */
function lostAfter(own) {
  const lost = own.find(isLost);
  return lost && !isMarked(lost) && isLost(own[own.length - 1]) ? lost : null;
}

/** The first move before which a side was nearly lost, and stayed so, although no verdict up to there says how. @param {ReviewedMove[]} own @param {ReviewedMove | null} lost */
function nearlyLostBefore(own, lost) {
  const at = own.findIndex(({ before }) => before < NEARLY_LOST);
  if (at < 0 || own.slice(0, at).some(isMarked) || (lost && lost.number < own[at].number)) return null;
  return own.slice(at).every(({ before }) => before < NEARLY_LOST) ? own[at] : null;
}

/** The same as one text, for the comment of a move in a file. @param {ReviewedMove} move @param {import('../model/points.js').Size} size */
export function reviewRemark(move, size) {
  const head = `${moveName(move.point, size)} ${VERDICT_SIGNS[move.verdict]} ${t(`review.verdict.${move.verdict}`)}.`;
  return [head, ...reviewWords(move, size).map(({ text }) => text)].join('\n');
}

const SHOWN = 6;

/** @param {string[]} line */
const shortLine = (line) => lineText(line, SHOWN);
