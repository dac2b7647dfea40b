// Draws the icons of buttons: strokes on a grid of 24 by 24.

const paths = {
  first: 'M6 5v14M18 5l-9 7 9 7z',
  back: 'M16 5l-9 7 9 7z',
  forward: 'M8 5l9 7-9 7z',
  last: 'M18 5v14M6 5l9 7-9 7z',
  undo: 'M9 6L4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3',
  fresh: 'M12 5v14M5 12h14',
  flip: 'M8 4v15M4 15l4 4 4-4M16 20V5M12 9l4-4 4 4',
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.6.5.9 1.2.9 2.2h5.4c0-1 .3-1.7.9-2.2A6 6 0 0 0 12 3z',
  why: 'M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18v.5M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19z',
  share: 'M12 15V3M8 7l4-4 4 4M5 12v8h14v-8',
  save: 'M12 3v12M8 11l4 4 4-4M5 15v5h14v-5',
  assist: 'M9 5l-5 7 5 7M15 5l5 7-5 7',
  rules: 'M4 4h16v16H4zM14 4v16M17 8h0M17 12h0M17 16h0',
  remove: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  tesuji: 'M4 4h16v16H4zM4 12h16M12 4v16',
};

/** Returns the icon of this name. */
export function icon(name) {
  const space = 'http://www.w3.org/2000/svg';
  const drawn = document.createElementNS(space, 'svg');
  drawn.setAttribute('viewBox', '0 0 24 24');
  drawn.setAttribute('class', 'icon');
  drawn.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', paths[name]);
  drawn.append(path);
  if (name === 'tesuji') {
    const stone = document.createElementNS(space, 'circle');
    for (const [key, value] of [['cx', 12], ['cy', 12], ['r', 5.5]]) stone.setAttribute(key, value);
    drawn.append(stone);
  }
  return drawn;
}

/** Gives a button an icon, and its text as name and tooltip. */
export function setIcon(button, name, text) {
  button.setAttribute('aria-label', text);
  button.title = text;
  button.replaceChildren(icon(name));
}

function captionOf(text) {
  const caption = document.createElement('span');
  caption.className = 'caption';
  caption.textContent = text;
  return caption;
}

/**
 * Gives every element with `data-icon` its icon, and those with `data-caption` a short text below it. A button's text becomes
 * its name and its tooltip.
 */
export function drawIcons() {
  for (const place of document.querySelectorAll('[data-icon]')) {
    const text = place.textContent.trim();
    if (text) {
      place.setAttribute('aria-label', text);
      place.title = text;
    }
    place.replaceChildren(icon(place.dataset.icon));
    if (place.dataset.caption) place.append(captionOf(place.dataset.caption));
  }
}
