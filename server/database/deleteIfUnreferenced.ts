import { ApiError } from '../http/apiError.ts';
import { violatesForeignKey } from './database.ts';

/** The number of referring records of one kind, with their singular and plural noun. */
export interface Reference {
  count: number;
  singular: string;
  plural: string;
}

/**
 * Deletes a record unless something refers to it.
 * @throws {ApiError} 409 `in_use`, saying what refers to it
 */
export async function deleteIfUnreferenced(
  name: string,
  references: readonly Reference[],
  remove: () => Promise<unknown>,
): Promise<void> {
  const existing = references.filter(({ count }) => count > 0);
  if (existing.length > 0) {
    const list = existing.map(({ count, singular, plural }) => `${count} ${count === 1 ? singular : plural}`);
    throw inUseError(name, `it has ${new Intl.ListFormat('en-US').format(list)}.`);
  }
  try {
    await remove();
  } catch (error) {
    // A reference that the caller did not count.
    if (!violatesForeignKey(error)) throw error;
    throw inUseError(name, 'other records refer to it.');
  }
}

function inUseError(name: string, why: string): ApiError {
  return new ApiError(409, `${name} cannot be deleted: ${why}`, { code: 'in_use' });
}
