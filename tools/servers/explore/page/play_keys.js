// Lets keys press the buttons of the view Play, unless they are typed into something.
import {byId} from './elements.js';

const buttons = {ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last', f: 'flip', h: 'hint'};
const typing = 'input:not([type=checkbox]), textarea, select, .CodeMirror, [role=tablist], [role=separator]';

/** `giveUp()`: called for Escape. */
export function listenToKeys(giveUp) {
  document.addEventListener('keydown', event => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!byId('view-play').checkVisibility() || event.target.closest(typing)) return;
    if (event.key === 'Escape') giveUp();
    const button = buttons[event.key] && byId(buttons[event.key]);
    if (!button || button.disabled) return;
    event.preventDefault();
    button.click();
  });
}
