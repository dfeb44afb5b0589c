// The page: makes the state, the parts that act on it and the views, and connects them.

import { createStore } from './app/store.js';
import { initialState, ownGame, positionKey } from './app/state.js';
import { gameSaver, loadGame, loadOptions, saveOptions } from './app/saved.js';
import { keptGames } from './app/kept.js';
import { startMessages } from './app/announce.js';
import { startJudge } from './app/judge.js';
import { startOpening } from './app/opening.js';
import { playActions } from './app/play.js';
import { startOpponent } from './app/opponent.js';
import { startClock } from './app/clock.js';
import { startPondering } from './app/ponder.js';
import { givingWay, needsSearch } from './app/giving_way.js';
import { startAnalysis } from './app/analysis.js';
import { startEvaluation } from './app/evaluate.js';
import { takeAnywhere } from './app/anywhere.js';
import { practisedNow, puzzleActions } from './app/puzzles.js';
import { offerAgain } from './app/puzzles_again.js';
import { startLikely } from './app/likely.js';
import { startBook } from './app/book.js';
import { proofActions } from './app/proofs.js';
import { reviewActions } from './app/review.js';
import { editorActions } from './app/editor.js';
import { commands } from './app/commands.js';
import { exchange } from './app/exchange.js';
import { startKeys } from './app/keys.js';
import { keepOffline } from './app/offline.js';
import { click } from './app/sound.js';
import { isLocal, localEngine } from './engine/local.js';
import { socketEngine } from './engine/socket.js';
import { buildPage } from './view/page.js';
import { loadLanguage, t } from './text/text.js';

/** The engine of `tengen board`, or the one that lies beside the page where there is no server. */
function connect() {
  if (isLocal()) return localEngine();
  const address = new URL('socket', location.href);
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  address.hash = '';
  return socketEngine(address.href);
}

const connected = connect();
const options = loadOptions();
await loadLanguage(options.language);

const initial = initialState();
const saved = loadGame() ?? { game: initial.game, chances: initial.chances, review: null, isAnalyzed: false, isReviewing: false, tab: null, practised: null };
const { game, isAnalyzed, isReviewing, tab, practised, ...known } = saved;
const { size } = game.tree;
const store = createStore({ ...initial, ...known, options, game, tab: tab && tab !== 'edit' ? tab : initial.tab, analysis: { ...initial.analysis, isOn: isAnalyzed }, isLocal: connected.isLocal, focus: { x: size.width >> 1, y: size.height >> 1 } });
connected.onLoad?.((bytes, total) => store.set({ loading: { bytes, total } }));
// An engine with one thread does one request at a time: the longer a request takes, the more others it lets pass.
const { engine: others, patient: spare } = givingWay(connected, (message) => needsSearch(connected, message));
const { engine: short, patient: forAnalysis } = givingWay(others);
const { engine: shorter, patient: forReview } = givingWay(short);
const { engine, patient: forProofs } = givingWay(shorter);

const { live, tell, settleIn } = startMessages(store);
const judge = startJudge(store, engine);
const clock = startClock(store);
const kept = keptGames(store, tell);
const opening = startOpening(store, engine, tell);
const play = playActions(store, judge, opening.isKnown, tell, kept.keepOwn);
const opponent = startOpponent(store, engine, play, clock, tell);
const analysis = startAnalysis(store, forAnalysis, tell);
startLikely(store, engine, tell);
startBook(store, engine);
const proofs = proofActions(store, { engine, patient: forProofs }, tell);
const review = reviewActions(store, forReview, tell);
const editor = editorActions(store, tell, kept);
const puzzles = puzzleActions(store, forProofs, clock, tell, review);
const command = commands({ store, engine, play, proofs, editor, puzzles, clock, opponent, tell });
const files = exchange(store, engine, tell, kept, () => document.querySelector('.board-picture'));

/** @param {Partial<import('./app/state.js').Options>} change */
async function setOptions(change) {
  if (change.language) await loadLanguage(change.language);
  store.set(({ options: before }) => ({ options: { ...before, ...change } }));
}

const page = buildPage({ store, clock, play, analysis, proofs, review, editor, puzzles, command, files, setOptions });
settleIn(page.places);
document.body.append(...page.elements, live);
takeAnywhere({ ...files, taken: (reading) => page.taken(reading, tell) });

startKeys(() => store.get().options.shortcuts, {
  u: () => page.undo(), r: play.redo, ',': play.back, '.': play.forward, ArrowLeft: play.back, ArrowRight: play.forward, M: page.nextMistake, '[': play.first, ']': play.last, v: play.variation,
  a: analysis.toggle, h: command.hint, g: command.engineMoves, w: () => page.explain('best'), W: () => page.explain('last'), t: () => flip('threats'), f: () => flip('forbidden'),
  l: () => flip('likely'), b: () => store.get().engine?.hasBook && flip('book'), m: () => flip('numbers'), c: page.focusComment, e: page.toggleEditor, x: play.swapSides, p: play.togglePause, P: command.pass, R: play.resign,
  s: () => (connected.isLocal || files.isRich() ? files.download('sgf') : files.save()), n: page.newGame, ':': page.focusField, '?': page.help, Escape: page.escape,
});

/** @param {'threats' | 'forbidden' | 'likely' | 'book' | 'numbers'} key */
function flip(key) {
  const isOn = !store.get().options[key];
  setOptions({ [key]: isOn });
  tell(t(isOn ? 'say.on' : 'say.off', { what: t(`say.${key}`) }));
}

const saver = gameSaver(() => ({ ...ownGame(store.get()), isAnalyzed: store.get().analysis.isOn, isReviewing: !!ownGame(store.get()).review?.isRunning, tab: store.get().tab, practised: practisedNow(store.get().puzzles) }), () => tell(t('storage.full'), 'error'));

/** Whether a stone was placed, not only looked at. @param {import('./app/state.js').Game} now @param {import('./app/state.js').Game} before */
const isPlaced = (now, before) => !before.tree.nodes.has(now.at) && now.tree.nodes.get(now.at)?.parent === before.at
  && now.tree.nodes.get(before.at)?.point === before.tree.nodes.get(before.at)?.point;

store.listen((now, before) => {
  if (now.options !== before.options) saveOptions(now.options);
  const parts = /** @type {const} */ (['game', 'chances', 'review']);
  if (parts.some((part) => now[part] !== before[part]) || now.analysis.isOn !== before.analysis.isOn || now.tab !== before.tab || practisedNow(now.puzzles)?.index !== practisedNow(before.puzzles)?.index) saver.changed();
  if (now.game === before.game) return;
  if (now.options.sound && isPlaced(now.game, before.game)) click();
  if (now.spotlight && positionKey(now.game) !== positionKey(before.game)) store.set({ spotlight: null });
});
window.addEventListener('pagehide', saver.save);
document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && saver.save());

engine.onState(async (connection) => {
  store.set({ connection, failure: engine.failure() });
  if (connection !== 'open') return;
  try {
    const [pong, settings] = await Promise.all([engine.send({ request: 'ping' }).done, engine.send({ request: 'options' }).done]);
    const openings = settings.openings.map((/** @type {import('./engine/engine.js').Message} */ { name, least_side: leastSide, renju }) => ({ name, leastSide, isOfRenju: renju }));
    const formats = settings.formats.map((/** @type {import('./engine/engine.js').Message} */ { name, extensions, is_text: isText }) => ({ name, extensions, isText }));
    store.set({ engine: { version: pong.version, maxThreads: settings.max_threads, hasBook: settings.book === true, openings, formats } });
  } catch {
    // The connection was lost again; the next one asks again.
  }
});

startPondering(store, spare);
startEvaluation(store, spare);
if (isReviewing) review.resume();
if (practised) offerAgain(practised, puzzles, tell);
files.readAddress();
window.addEventListener('hashchange', files.readAddress);
document.documentElement.dataset.ready = 'true';
if (connected.isLocal) keepOffline(engine);
