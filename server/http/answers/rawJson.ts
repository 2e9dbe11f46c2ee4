/** An answer that is JSON already. */
export class RawJson {
  constructor(readonly text: string) {}

  get isEmptyList(): boolean {
    return this.text === '[]';
  }
}
