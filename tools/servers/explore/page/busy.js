// Marks what is busy: a bar below the header, the button that stops, and the tabs of views whose commands run.
import {onRunning, stopAll} from './server.js';
import {byId} from './elements.js';

/** Commands, and the views that show their results. */
const viewOf = {position: 'play', derive: 'why', stage: 'stages', passes: 'stages', order: 'stages', profile: 'stages', prove: 'proofs',
                learn: 'learning', measure: 'speed'};

export function markBusy(views) {
  byId('stop').addEventListener('click', stopAll);
  onRunning(commands => {
    byId('stop').hidden = byId('busy').hidden = commands.length === 0;
    byId('status').classList.toggle('is-busy', commands.includes('check'));
    const busy = new Set(commands.map(command => viewOf[command]));
    for (const view of views) {
      byId(`tab-${view}`).classList.toggle('is-busy', busy.has(view));
      byId(`view-${view}`).setAttribute('aria-busy', String(busy.has(view)));
    }
  });
}
