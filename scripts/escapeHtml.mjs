/** @type {Record<string, string>} */
const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** @param {string} text */
export const escapeHtml = (text) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
