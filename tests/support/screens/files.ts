import { onTestFinished, vi } from 'vitest';

interface SavedFile {
  name: string;
  text: () => Promise<string>;
}

/** Records the files that the page downloads, in a list that grows. */
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
    // `Blob.text` removes the byte order mark.
    const text = async () => Buffer.from(new Uint8Array(await blob.arrayBuffer())).toString('utf8');
    files.push({ name: this.download, text });
  });
  onTestFinished(() => {
    create.mockRestore();
    click.mockRestore();
  });
  return files;
}
