import { ApiError } from '../http/apiError.ts';

/** What refers to a record: how many, and how one and several of them are called. */
export interface Use {
  number: number;
  one: string;
  many: string;
}

const FOREIGN_KEY = '23503';

/**
 * Deletes a record unless something refers to it.
 * @throws {ApiError} 409 `in_use`, saying what stands in the way
 */
export async function deleteUnused(
  name: string,
  uses: readonly Use[],
  remove: () => Promise<unknown>,
): Promise<void> {
  const standing = uses.filter(({ number }) => number > 0);
  if (standing.length > 0) {
    const list = standing.map(({ number, one, many }) => `${number} ${number === 1 ? one : many}`);
    throw inUse(name, `it has ${new Intl.ListFormat('en-US').format(list)}.`);
  }
  try {
    await remove();
  } catch (error) {
    // The database knows of every reference, of those too that are not counted here.
    if ((error as { code?: unknown }).code !== FOREIGN_KEY) throw error;
    throw inUse(name, 'other records refer to it.');
  }
}

function inUse(name: string, why: string): ApiError {
  return new ApiError(409, `${name} cannot be deleted: ${why}`, { code: 'in_use' });
}
