// Letters as commands, the same as on the board in the terminal.

/** Elements that take letters themselves. */
const FIELDS = 'input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select';

/** What is on a key of a Latin keyboard, for layouts that have other letters there: without shift, and with it. @type {Record<string, [string, string]>} */
const LATIN = { Comma: [',', '<'], Period: ['.', '>'], BracketLeft: ['[', '{'], BracketRight: [']', '}'], Semicolon: [';', ':'], Slash: ['/', '?'] };

/** The key that was meant. @param {KeyboardEvent} event */
function meant({ key, code, shiftKey }) {
  if (key.length !== 1 || key < '\x80') return key;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter) return shiftKey ? letter : letter.toLowerCase();
  return LATIN[code]?.[shiftKey ? 1 : 0] ?? key;
}

/**
 * @param {() => boolean} isOn
 * @param {Record<string, () => void>} commands
 */
export function startKeys(isOn, commands) {
  document.addEventListener('keydown', (event) => {
    const { target } = event;
    const key = meant(event);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Escape ends things also where letters are no commands.
    if (!isOn() && key !== 'Escape') return;
    if (target instanceof Element && (target.matches(FIELDS) || target.closest('dialog'))) return;
    if (key.startsWith('Arrow') && target instanceof Element && target.closest('[role=tablist], input, [role=dialog]')) return;
    const command = commands[key];
    // An arrow belongs to the slider, the tab or the cell that has the focus, if that has used it.
    if (!command || event.defaultPrevented) return;
    event.preventDefault();
    command();
  });
}
