/** An answer that is JSON already. */
export class RawJson {
  constructor(readonly text: string) {}

  get isEmptyList(): boolean {
    return this.text === '[]';
  }
}

/** Answered with 304 and no body. */
export const NOT_MODIFIED = new RawJson('');
