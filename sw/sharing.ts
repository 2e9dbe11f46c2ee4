import { SHARE_PATH, SHARED_FILES, type SharingProblem } from '../contract/photos/sharing.ts';
import { lastUser } from '../src/offline/engine/deviceUser.ts';
import { keepTime } from '../src/offline/engine/storedTime.ts';
import { storeSharedPhotos } from '../src/offline/engine/storage/sharedPhotos.ts';
import { OutOfSpace } from '../src/offline/engine/storage/storageQuota.ts';

/** Stores photos that were shared to the app, with or without a connection, and sends the browser on to the form. */
export async function takeShare({ request }: { request: Request }): Promise<Response> {
  const problem = await take(request);
  return Response.redirect(problem ? `${SHARE_PATH}?problem=${problem}` : SHARE_PATH, 303);
}

async function take(request: Request): Promise<SharingProblem | undefined> {
  try {
    const form = await request.formData();
    const files = form.getAll(SHARED_FILES).filter((entry) => entry instanceof File && entry.size > 0);
    const user = await lastUser();
    await keepTime();
    const stored = await storeSharedPhotos(files as File[], user?.id);
    return stored < files.length ? 'some' : undefined;
  } catch (error) {
    if (error instanceof OutOfSpace) return 'full';
    console.error(error);
    return 'missed';
  }
}
