// What the service worker does in its events beside answering the app's files; `loadTasks.ts` imports this script.
import { photos } from './photos.ts';
import { openNotification, renewPush, showPushed } from './pushing.ts';
import { replayOrFail, replayWith } from './replaying.ts';
import { takeShare } from './sharing.ts';

const tasks = { openNotification, photos, renewPush, replayOrFail, replayWith, showPushed, takeShare };
export type Tasks = typeof tasks;

Object.assign(self, { tasks });
