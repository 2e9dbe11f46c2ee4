import { onTestFinished, vi } from 'vitest';

interface SavedFile {
  name: string;
  text: () => Promise<string>;
}

/** Watches what the page hands to the browser to be saved; the list grows with each file. */
export function savedFiles(): SavedFile[] {
  const files: SavedFile[] = [];
  let made = new Blob([]);
  const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    made = blob as Blob;
    return 'blob:file';
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const blob = made;
    // `Blob.text` leaves out the mark at the beginning.
    const text = async () => Buffer.from(new Uint8Array(await blob.arrayBuffer())).toString('utf8');
    files.push({ name: this.download, text });
  });
  onTestFinished(() => {
    create.mockRestore();
    click.mockRestore();
  });
  return files;
}
