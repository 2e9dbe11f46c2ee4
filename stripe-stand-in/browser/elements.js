/** @param {string} name @param {string} [className] @param {string} [text] */
export function element(name, className = '', text = '') {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}

export function styles() {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = new URL('./stand-in.css', import.meta.url).href;
  return link;
}
