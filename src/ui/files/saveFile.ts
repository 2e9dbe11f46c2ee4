/** Downloads a file. */
export function saveFile(name: string, file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser reads the URL after the click, so it is revoked a minute later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
