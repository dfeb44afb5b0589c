// What was solved, in the browser's storage: of each puzzle the last attempt, and the best race.

const KEY = 'tengen.puzzles';
/** Older ones are forgotten. */
const MOST = 1000;

/** An attempt; `isClean` without a wrong move and a hint. @typedef {{isSolved: boolean, isClean: boolean, tries: number}} Attempt */
/** @typedef {{attempts: Record<string, Attempt>, best: number}} PuzzleRecord */

/** @returns {PuzzleRecord} */
function load() {
  try {
    const { attempts, best } = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return { attempts: attempts && typeof attempts === 'object' ? attempts : {}, best: Number(best) || 0 };
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

/** @param {string} id @returns {Attempt | undefined} */
export const attemptsAt = (id) => load().attempts[id];

/** @param {string} id @param {boolean} isSolved @param {boolean} isClean */
export function recordAttempt(id, isSolved, isClean) {
  const { attempts, best } = load();
  const { [id]: before, ...others } = attempts;
  save({ attempts: { ...others, [id]: { isSolved: isSolved || !!before?.isSolved, isClean, tries: (before?.tries ?? 0) + 1 } }, best });
}

/** The best race with this one. @param {number} solved */
export function recordRace(solved) {
  const { attempts, best } = load();
  const now = Math.max(best, solved);
  save({ attempts, best: now });
  return now;
}

/** How many puzzles were tried, solved, and solved without help; and the best race. */
export function recordCounts() {
  const { attempts, best } = load();
  const all = Object.values(attempts);
  return { tried: all.length, solved: all.filter(({ isSolved }) => isSolved).length, clean: all.filter(({ isClean }) => isClean).length, best };
}
