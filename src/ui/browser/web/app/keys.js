// Letters as commands, the same as on the board in the terminal.

/** Elements that take letters themselves. */
const FIELDS = 'input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select';

/**
 * @param {() => boolean} isOn
 * @param {Record<string, () => void>} commands
 */
export function startKeys(isOn, commands) {
  document.addEventListener('keydown', (event) => {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Escape ends things also where letters are no commands.
    if (!isOn() && key !== 'Escape') return;
    if (target instanceof Element && (target.matches(FIELDS) || target.closest('dialog'))) return;
    const command = commands[key];
    if (!command) return;
    event.preventDefault();
    command();
  });
}
