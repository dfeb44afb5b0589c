// What was solved, in the browser's storage: of each puzzle the best outcome so far, and the best race.

const KEY = 'tengen.puzzles';
/** Older ones are forgotten. */
const MOST = 1000;

/** How a puzzle ended: solved without help, solved with hints, its solution shown, or not solved. @typedef {'solved' | 'hints' | 'shown' | 'missed'} Outcome */
/** From the best to the worst. @type {Outcome[]} */
export const OUTCOMES = ['solved', 'hints', 'shown', 'missed'];
/** What was tried; before there were outcomes, it was stored whether it was solved, and whether at once and without a hint. @typedef {{outcome?: Outcome, isSolved?: boolean, isClean?: boolean, tries: number}} Attempt */
/** @typedef {{attempts: Record<string, Attempt>, best: number}} PuzzleRecord */

/** @param {Attempt | undefined} attempt @returns {Outcome | null} */
function outcomeOf(attempt) {
  if (!attempt) return null;
  if (attempt.outcome && OUTCOMES.includes(attempt.outcome)) return attempt.outcome;
  if (!attempt.isSolved) return 'missed';
  return attempt.isClean ? 'solved' : 'hints';
}

/** Whether a puzzle was solved, with hints or without. @param {Outcome | null} outcome */
export const isSolved = (outcome) => outcome === 'solved' || outcome === 'hints';

/** @returns {PuzzleRecord} */
function load() {
  try {
    const { attempts, best } = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    // Puzzles once had other names, their positions.
    const named = Object.entries(attempts && typeof attempts === 'object' ? attempts : {}).filter(([id]) => !id.includes(' '));
    return { attempts: Object.fromEntries(named), best: Number(best) || 0 };
  } catch {
    return { attempts: {}, best: 0 };
  }
}

/** @param {PuzzleRecord} record */
function save({ attempts, best }) {
  try {
    const newest = Object.entries(attempts).slice(-MOST);
    localStorage.setItem(KEY, JSON.stringify({ attempts: Object.fromEntries(newest), best }));
  } catch {
    // Without room the attempt counts in this run only.
  }
}

/** The best outcome of a puzzle so far, or null. @param {string} id */
export const bestOutcome = (id) => outcomeOf(load().attempts[id]);

/** How the puzzles of a run ended; those that it has not come to, as before. @param {{list: {id: string}[], outcomes: ReadonlyMap<number, Outcome>}} run @returns {Outcome[]} */
export const outcomesOf = ({ list, outcomes }) => list.map(({ id }, index) => outcomes.get(index) ?? bestOutcome(id) ?? 'missed');

/** @param {string} id @param {Outcome} outcome */
export function recordAttempt(id, outcome) {
  const { attempts, best } = load();
  const { [id]: before, ...others } = attempts;
  const known = outcomeOf(before) ?? outcome;
  const better = OUTCOMES.indexOf(known) < OUTCOMES.indexOf(outcome) ? known : outcome;
  save({ attempts: { ...others, [id]: { outcome: better, tries: (before?.tries ?? 0) + 1 } }, best });
}

/** The best race with this one. @param {number} solved */
export function recordRace(solved) {
  const { attempts, best } = load();
  const now = Math.max(best, solved);
  save({ attempts, best: now });
  return now;
}

/** How many puzzles were tried, how many have each outcome, and the best race. @returns {Record<Outcome, number> & {tried: number, best: number}} */
export function recordCounts() {
  const { attempts, best } = load();
  const all = Object.values(attempts).map(outcomeOf);
  const count = (/** @type {Outcome} */ outcome) => all.filter((found) => found === outcome).length;
  return { tried: all.length, solved: count('solved'), hints: count('hints'), shown: count('shown'), missed: count('missed'), best };
}
