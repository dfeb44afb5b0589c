// The one state of the page, and who hears of its changes. Listeners run at once; views are drawn
// once per frame however often the state changes, and after a press or a key at once.

/** @typedef {import('./state.js').State} State */

/** @param {State} initial */
export function createStore(initial) {
  let state = initial;
  /** @type {((now: State, before: State) => void)[]} */
  const listeners = [];
  /** @type {((state: State) => void)[]} */
  const views = [];
  let isDrawing = false;
  let depth = 0;

  /** Draws what is not drawn yet: the next frame has nothing to do after a draw at once. */
  const draw = () => {
    if (!isDrawing) return;
    isDrawing = false;
    for (const view of views) view(state);
  };

  return {
    get: () => state,
    /** @param {Partial<State> | ((state: State) => Partial<State>)} change */
    set(change) {
      const before = state;
      state = { ...state, ...(typeof change === 'function' ? change(state) : change) };
      if (!isDrawing) {
        isDrawing = true;
        requestAnimationFrame(draw);
      }
      depth += 1;
      try {
        if (depth > 50) throw new Error('listeners change the state without an end');
        for (const listener of listeners) listener(state, before);
      } finally {
        depth -= 1;
      }
    },
    /** Draws at once what the next frame would draw. */
    flush: draw,
    /** @param {(now: State, before: State) => void} listener */
    listen: (listener) => listeners.push(listener),
    /** @param {(state: State) => void} view */
    show(view) {
      views.push(view);
      view(state);
    },
  };
}

/** @typedef {ReturnType<typeof createStore>} Store */
