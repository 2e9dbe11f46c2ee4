/**
 * The digest of the contract that this app was built with; undefined in tests. An app keeps the fields that its contract
 * knows, so an answer of a newer server lacks some where an older app stored it, although its ETag is the newer server's.
 */
export function contractHash(): string | undefined {
  return import.meta.env.VITE_CONTRACT_HASH as string | undefined;
}
