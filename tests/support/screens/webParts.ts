import { Blob as NodeBlob, File as NodeFile } from 'node:buffer';

// jsdom replaces these classes by its own, which Node's fetch cannot send and fake IndexedDB cannot store.
const PageFormData = FormData;
const NodeFormData = (await new Response(new URLSearchParams()).formData()).constructor as typeof FormData;

/** Node's, which also takes a form of the page, as React makes one of a form that is sent while a screen changes. */
class AnyFormData extends NodeFormData {
  constructor(form?: HTMLFormElement, submitter?: HTMLElement | null) {
    super();
    if (!form) return;
    for (const [name, value] of new PageFormData(form, submitter)) this.append(name, value);
  }
}

const NodeArrayBuffer = (await new NodeBlob([]).arrayBuffer()).constructor;
Object.assign(globalThis, {
  FormData: AnyFormData,
  Blob: NodeBlob,
  File: NodeFile,
  ArrayBuffer: NodeArrayBuffer,
});

/** Fakes of object URLs and image decoding: every photo can be decoded and is small. */
Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => undefined });
Object.assign(globalThis, {
  createImageBitmap: (file: { type: string }) =>
    file.type.startsWith('image/')
      ? Promise.resolve({ width: 64, height: 48, close: () => undefined })
      : Promise.reject(new DOMException('The source image could not be decoded.', 'InvalidStateError')),
});

// jsdom lays nothing out, and only complains.
// A promise, as in current Chromium, which an effect must not return.
Object.assign(window, { scrollTo: () => Promise.resolve() });
Object.assign(Element.prototype, { scrollIntoView: () => undefined });
