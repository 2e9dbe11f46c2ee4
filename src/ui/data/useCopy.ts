import { useState } from 'react';

/** Copies text; `copied` says what became of it. */
export function useCopy() {
  const [copied, setCopied] = useState<string>();

  async function copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setCopied('Copied.');
    } catch {
      // The clipboard is refused by the browser, or missing without TLS: the text can still be selected.
      setCopied('This browser does not let us copy. Please select and copy it yourself.');
    }
  }
  return { copied, copy };
}
