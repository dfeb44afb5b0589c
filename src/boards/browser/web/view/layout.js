// Where the parts of the page lie. The board is as high as the window allows; what is left beside it decides
// whether there are two columns of panels, one, or none.

/** @typedef {'wide' | 'beside' | 'upright' | 'phone'} Layout */

/** Below this width there is one column. */
const PHONE = 700;
/** What is above and below the board: header, gaps, toolbar. */
const CHROME = 54 + 2 * 12 + 50;
/** Two columns of panels, with the gaps around them. */
const COLUMNS = 2 * 20 + 2 * 14 + 264 + 308;

/** @param {{width: number, height: number}} window @param {number} ratio  of the board, width by height @returns {Layout} */
export function layoutOf({ width, height }, ratio) {
  if (width < PHONE) return 'phone';
  if (width - (height - CHROME) * ratio >= COLUMNS && width >= 1100) return 'wide';
  return width >= height ? 'beside' : 'upright';
}

/**
 * Follows the size of the window and of the board.
 * @param {(layout: Layout) => void} arrange
 */
export function layoutView(arrange) {
  let ratio = 1;
  /** @type {Layout | null} */
  let now = null;
  function update() {
    const layout = layoutOf({ width: window.innerWidth, height: window.innerHeight }, ratio);
    if (layout === now) return;
    now = layout;
    document.documentElement.dataset.layout = layout;
    arrange(layout);
  }
  window.addEventListener('resize', update);
  update();
  return {
    /** @param {number} of */
    ratio(of) {
      if (of === ratio) return;
      ratio = of;
      // The board is being drawn: it is drawn to its end first.
      queueMicrotask(update);
    },
    /** @returns {Layout} */
    now: () => now ?? 'phone',
  };
}
