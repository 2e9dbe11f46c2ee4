/** What makes calls wait until they may go on, or refuses them. */
export interface Turns {
  /**
   * Comes before a form is received. Resolves to what gives the place to the next call.
   * @throws {ApiError} where too many wait
   */
  receive: () => Promise<() => void>;
  /** Runs a call from its `prepare` to its answer. */
  run: <T>(work: () => Promise<T>) => Promise<T>;
}
