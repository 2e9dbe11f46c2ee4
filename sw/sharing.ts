import { SHARE_PATH, SHARED_FILES, type SharingProblem } from '../contract/sharing.ts';
import { storeSharedPhotos } from '../src/offline/engine/storage/sharedPhotos.ts';
import { OutOfSpace } from '../src/offline/engine/storage/storageQuota.ts';

/** Stores photos that were shared to the app, with or without a connection, and sends the browser on to the form. */
export async function takeShare({ request }: { request: Request }): Promise<Response> {
  const form = await request.formData();
  const files = form.getAll(SHARED_FILES).filter((entry) => entry instanceof File && entry.size > 0);
  try {
    await storeSharedPhotos(files as File[]);
  } catch (error) {
    if (!(error instanceof OutOfSpace)) throw error;
    const problem: SharingProblem = 'full';
    return Response.redirect(`${SHARE_PATH}?problem=${problem}`, 303);
  }
  return Response.redirect(SHARE_PATH, 303);
}
