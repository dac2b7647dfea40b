// Makes elements of the page.

export const byId = id => document.getElementById(id);

/**
 * Writes a message into the element of this name: keeps lines, in a fixed-width font if there are
 * several.
 */
export function say(name, text) {
  const shown = text.trimEnd();
  byId(name).textContent = shown;
  byId(name).classList.toggle('lines', shown.includes('\n'));
}

/** Creates an element. `attributes`: omits those with a false value; `on...` are listeners. */
export function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, '');
    else if (value !== false && value !== '' && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}
