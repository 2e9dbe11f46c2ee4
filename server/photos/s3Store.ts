import { isMissing, isSuccess, s3Client, type RetryOptions, type S3Settings } from './s3Client.ts';
import { assertPhotoName, PhotoStoreUnavailable, type PhotoStore } from './store.ts';

/**
 * Photos in an S3-compatible bucket. The access key needs s3:ListBucket as well: without it S3 answers 403 for a missing
 * photo.
 */
export function s3Store(settings: S3Settings, retry?: RetryOptions): PhotoStore {
  const { send, responseError } = s3Client(settings, {
    called: 'The photo store',
    retry,
    unavailable: (message, options) => new PhotoStoreUnavailable(message, options),
  });

  return {
    async put(name, bytes) {
      assertPhotoName(name);
      const response = await send('PUT', name, { body: bytes });
      if (!isSuccess(response)) throw responseError(response, `storing ${name}`);
    },

    async get(name) {
      assertPhotoName(name);
      const response = await send('GET', name);
      if (isSuccess(response)) return response.bytes;
      if (isMissing(response)) return undefined;
      throw responseError(response, `reading ${name}`);
    },

    async remove(name) {
      assertPhotoName(name);
      const response = await send('DELETE', name);
      if (isSuccess(response) || isMissing(response)) return;
      throw responseError(response, `removing ${name}`);
    },

    async ready() {
      const response = await send('GET', '', { query: '?list-type=2&max-keys=1' });
      if (!isSuccess(response)) throw responseError(response, 'asked whether it is ready');
    },
  };
}
