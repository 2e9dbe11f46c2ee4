/**
 * Stands for somebody who is unsent where a form checks what it has: they have no id yet, and for the rules of the other fields are
 * as good as anybody. It is never sent.
 */
export const ANYBODY = 1;
