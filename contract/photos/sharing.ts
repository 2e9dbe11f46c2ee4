/** The address that the manifest gives for photos shared to the app; no call of the API. */
export const SHARE_PATH = '/share';

/** The name of the files in that form. */
export const SHARED_FILES = 'photos';

/**
 * Why shared photos are not there: the app could not take them, the device is full, or they are no photos, too large or
 * too many.
 */
export type SharingProblem = 'missed' | 'full' | 'some';
