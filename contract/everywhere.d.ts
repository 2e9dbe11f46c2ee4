// The web APIs that the contract uses and that Node, pages and workers all have.
// Only the contract's own tsconfig includes this file; the others check the same code with their real libraries.

interface Blob {
  readonly size: number;
  readonly type: string;
}
declare const Blob: {
  new (parts?: readonly (Blob | ArrayBuffer | string)[], options?: { type?: string }): Blob;
  readonly prototype: Blob;
};

interface FormData {
  append(name: string, value: string | Blob, fileName?: string): void;
}
declare const FormData: { new (): FormData; readonly prototype: FormData };

interface URLSearchParams {
  readonly size: number;
  get(name: string): string | null;
  set(name: string, value: string): void;
  toString(): string;
}
declare const URLSearchParams: {
  new (query?: string): URLSearchParams;
  readonly prototype: URLSearchParams;
};
