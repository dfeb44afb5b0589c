// The whole page: makes the views, gives them what they do, and draws them when the state changes.

import { attribute, el } from './dom.js';
import { headerView } from './header.js';
import { boardView } from './board.js';
import { playersView } from './players.js';
import { controlsView } from './controls.js';
import { movesView } from './moves.js';
import { graphView } from './graph.js';
import { analysisPanel } from './analysis_panel.js';
import { insightPanel } from './insight_panel.js';
import { puzzlePanel } from './puzzle_panel.js';
import { reviewPanel } from './review_panel.js';
import { openingPhase, ownGame } from '../app/state.js';
import { ownSide, setOwnSide } from '../app/own_side.js';
import { nextMistake } from '../app/review.js';
import { layoutView } from './layout.js';
import { editPanel } from './edit_panel.js';
import { tabsView } from './tabs.js';
import { newGameDialog } from './new_game.js';
import { openDialog, shareDialog } from './files.js';
import { settingsDialog } from './settings.js';
import { helpView } from './help.js';
import { language, t } from '../text/text.js';

/** Where one column of panels lies beside or under the board: the moves are a tab. @param {import('./layout.js').Layout} layout */
const isNarrow = (layout) => layout === 'phone' || layout === 'beside';

/**
 * @param {object} parts
 * @param {import('../app/store.js').Store} parts.store
 * @param {import('../app/clock.js').Clock} parts.clock
 * @param {import('../app/play.js').PlayActions} parts.play
 * @param {{toggle: () => void}} parts.analysis
 * @param {import('../app/proofs.js').ProofActions} parts.proofs
 * @param {import('../app/review.js').ReviewActions} parts.review
 * @param {import('../app/editor.js').EditorActions} parts.editor
 * @param {import('../app/puzzles.js').PuzzleActions} parts.puzzles
 * @param {ReturnType<typeof import('../app/commands.js').commands>} parts.command
 * @param {ReturnType<typeof import('../app/exchange.js').exchange>} parts.files
 * @param {(change: Partial<import('../app/state.js').Options>) => Promise<void>} parts.setOptions
 */
export function buildPage({ store, clock, play, analysis, proofs, review, editor, puzzles, command, files, setOptions }) {
  const choose = (/** @type {string} */ tab) => {
    store.set({ tab });
    // On a phone a panel gets the room of header and players; the board stays in sight. At once: a press that follows means what
    // is seen, and must not hit what a later frame moves there.
    const top = side.getBoundingClientRect().bottom + window.scrollY;
    if (layout.now() === 'phone' && tab !== 'game' && window.scrollY < top) {
      store.flush();
      window.scrollTo({ top });
    }
    if (tab !== 'edit' && store.get().editor) editor.use(null);
  };
  const create = newGameDialog((wanted, isStudy) => {
    play.start(wanted);
    choose(isStudy ? 'analysis' : 'game');
    if (isStudy !== store.get().analysis.isOn) analysis.toggle();
    requestAnimationFrame(() => board.focusCell(store.get().focus));
  }, () => store.get().engine?.openings);
  const extensions = () => [...new Set(store.get().engine?.formats.flatMap(({ extensions }) => extensions))];
  const open = openDialog({ ...files, extensions });
  const share = shareDialog({ hasLibrary: files.hasLibrary, isRich: files.isRich, isInOpening: () => !!openingPhase(ownGame(store.get()).game), people: files.people, rename: files.rename, store: files.save, download: files.download, copy: files.copy, picture: files.picture });
  const settings = settingsDialog(setOptions);
  const help = helpView(choose, () => board.focusCell(store.get().focus), () => !!store.get().engine?.hasBook);
  const newGame = () => create.open(store.get().game);
  const startReview = (/** @type {import('../app/review.js').Effort} */ effort) => {
    store.set(({ game }) => ({ mistakesOf: ownSide(game) ?? 'all' }));
    review.start(effort);
  };
  const reviewHere = () => {
    choose('review');
    startReview('quick');
  };
  const explain = (/** @type {'best' | 'last'} */ which) => {
    choose('insight');
    proofs.explain(which);
  };

  const header = headerView({ create: newGame, open: open.open, share: share.open, settings: () => settings.open(store.get().options), help: help.open });
  const board = boardView({
    press: command.press,
    focus: (focus) => store.set({ focus }),
    step: (by) => !store.get().editor && !store.get().walk && (by > 0 ? play.forward() : play.back()),
    // Called while the board is drawn.
    ratio: (ratio) => layout?.ratio(ratio),
  });
  const players = playersView(clock, {
    choose: play.choose, resume: play.togglePause, review: reviewHere, engineMoves: command.engineMoves, swap: play.swapSides, against: play.againstEngine, level: play.level,
    again: () => {
      const { game } = store.get();
      play.start({ rule: game.tree.rule, size: game.tree.size, seats: game.seats, level: game.level, clock: game.clock, opening: game.opening?.rule ?? 'free' });
    },
  });
  const undo = () => (store.get().puzzles ? puzzles.undo() : editor.undo() || play.undo());
  const controls = controlsView({
    first: play.first, back: play.back, forward: play.forward, last: play.last, undo, hint: command.hint, pass: command.pass, resign: play.resign,
    zoom: () => {
      store.set(({ isZoomed }) => ({ isZoomed: !isZoomed }));
      requestAnimationFrame(() => requestAnimationFrame(board.center));
    },
    // The buttons vanish: the focus goes where the question came from.
    confirm: () => {
      command.confirm();
      board.focusCell(store.get().focus);
    },
    reject: () => {
      store.set({ pending: null });
      board.focusCell(store.get().focus);
    },
    type: command.type,
  });
  const moves = movesView({ go: command.go, comment: command.comment, remove: command.removeBranch, promote: command.promote, variation: play.variation, tour: help.tour });
  const graph = graphView({ go: command.go });
  const analysisView = analysisPanel({
    toggle: analysis.toggle, option: setOptions, preview: command.preview, explain: () => explain('best'),
    play: ([point], byTouch) => {
      if (!byTouch) store.set({ preview: null });
      command.press(point, byTouch);
    },
  });
  const insight = insightPanel({
    option: setOptions, spotlight: (spotlight) => store.set({ spotlight }), preview: command.preview, solve: proofs.solve, stopSolve: proofs.stopSolve,
    closeSolve: proofs.closeSolve, play: (point, byTouch) => command.press(point, byTouch), walk: proofs.walkBegin, reply: proofs.walkReply, walkBack: proofs.walkBack, walkEnd: proofs.walkEnd, explain,
  });
  const next = () => {
    const move = nextMistake(store.get());
    if (move) command.go(move.node);
  };
  const reviewView = reviewPanel({
    start: startReview,
    stop: review.stop, go: command.go, better: command.better, next, preview: command.preview,
    side: (mistakesOf) => store.set({ mistakesOf }),
    practise: () => {
      choose('puzzles');
      const { mistakesOf, game } = store.get();
      // Who lists the mistakes of both sides of a game is asked for the own one, unless it is known.
      puzzles.mistakes(mistakesOf === 'all' && !ownSide(game) ? null : mistakesOf, true);
    },
  });
  const puzzleView = puzzlePanel(puzzles, {
    side: (side) => {
      const { asksSide } = store.get();
      setOwnSide(store, side);
      puzzles.mistakes(side, asksSide?.isFound);
    },
  });
  const edit = editPanel({
    use: editor.use, toMove: editor.toMove, clear: editor.clear, rule: editor.rule, transform: editor.transform, balance: command.balance,
  });

  const gamePanel = el('div', { class: 'game-panel' });
  const reviewTab = el('div', { class: 'review-tab' }, reviewView.root);
  const tabs = tabsView([
    ['game', gamePanel], ['analysis', analysisView.root], ['insight', insight.root], ['review', reviewTab], ['puzzles', puzzleView.root], ['edit', edit.root],
  ], choose);
  const info = el('div', { class: 'info card' }, players.root, players.status);
  const side = el('div', { class: 'side' }, info, graph.root, moves.root);
  const stage = el('div', { class: 'stage' }, el('div', { class: 'board-frame' }, board.root), controls.root);
  const main = el('main', { class: 'main' }, stage, side, tabs.root);
  const skip = el('a', { class: 'skip', href: '#board-grid' }, '');
  skip.addEventListener('click', (event) => {
    event.preventDefault();
    board.focusCell(store.get().focus);
  });

  /** Puts the moves, the curve and the field for moves where the page has room for them. @param {import('./layout.js').Layout} now */
  function arrange(now) {
    (isNarrow(now) ? gamePanel : side).append(moves.root);
    // On a phone the field for moves would take the room of a panel.
    if (now === 'phone') gamePanel.prepend(controls.form);
    else controls.place();
    if (isBuilt) render(store.get());
  }
  /** The curve stands above the moves, and where these are a tab, in the tab of the review, too. @param {import('../app/state.js').State} state */
  function placeGraph({ tab }) {
    const host = !isNarrow(layout.now()) ? side : tab === 'review' ? reviewTab : gamePanel;
    if (graph.root.parentElement !== host) host.insertBefore(graph.root, host === reviewTab ? reviewView.root : moves.root);
  }
  let isBuilt = false;
  const layout = layoutView(arrange);

  const views = [header, board, players, controls, moves, graph, analysisView, insight, reviewView, puzzleView, edit];
  /** @param {import('../app/state.js').State} state */
  function render(state) {
    placeGraph(state);
    for (const view of views) view.render(state);
    tabs.render(state, isNarrow(layout.now()));
    const { theme, look } = state.options;
    attribute(document.documentElement, 'data-theme', theme === 'auto' ? null : theme);
    attribute(document.documentElement, 'data-look', look === 'auto' ? null : look);
    attribute(document.body, 'data-language', language());
    // What is said about a lost connection, and other panels, need the room.
    attribute(document.documentElement, 'data-puzzle', state.puzzles && state.tab === 'puzzles' && state.connection !== 'closed' ? '' : null);
    skip.textContent = t('skip');
  }
  store.show(render);
  isBuilt = true;
  drawPresses(store);

  return {
    elements: [skip, header.root, main, create.root, open.root, share.root, settings.root, help.root, help.card],
    newGame,
    /** Where notices are shown. */
    places: { state: info, tabs: tabs.list },
    /** What became of a file or text that was dropped or pasted. @param {import('../app/exchange.js').Reading} reading @param {import('../app/state.js').Tell} tell */
    taken({ wrong, games, note }, tell) {
      if (wrong) tell(wrong, 'error');
      else if (games) open.choose(games, note);
    },
    nextMistake: next,
    undo,
    explain,
    help: help.open,
    focusComment() {
      choose('game');
      // The next letter belongs to the field: it has the focus at once, not with the next frame.
      store.flush();
      moves.focusComment();
    },
    focusField() {
      if (layout.now() === 'phone') choose('game');
      store.flush();
      document.getElementById('move-field')?.focus();
    },
    toggleEditor() {
      const isOn = !!store.get().editor;
      choose('edit');
      editor.use(isOn ? null : 'black');
    },
    escape() {
      const { walk, pending } = store.get();
      if (walk) proofs.walkEnd();
      if (pending) store.set({ pending: null, preview: null });
      if (store.get().notice) store.set({ notice: null });
    },
  };
}

/**
 * Draws at once what a press or a key changes. An answer that came before the next frame would be drawn together with its
 * question: the focus would stay on the button that asked, and with a slower answer go to the one that stops, and on from there.
 * @param {import('../app/store.js').Store} store
 */
function drawPresses(store) {
  for (const name of ['click', 'keydown', 'submit']) {
    /** @type {unknown} */
    let before;
    window.addEventListener(name, () => { before = store.get(); }, { capture: true });
    // What answers have changed waits for its frame: elements that a press is about to act on, such as the field of a label, must stay.
    window.addEventListener(name, () => { if (store.get() !== before) store.flush(); });
  }
}
