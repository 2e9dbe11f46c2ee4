import type { Tasks } from './tasks.ts';

declare const self: ServiceWorkerGlobalScope & { tasks?: Tasks };

/**
 * What the service worker does in its events: a script of its own, which is evaluated when the first of them comes, since most
 * starts of a service worker answer a navigation and nothing else. The browser stores it with the service worker where it is
 * imported during the installation, and refuses to import it for the first time after that.
 */
export function loadTasks(): Tasks {
  // The build names the script by its digest, so that each version of the service worker has its own.
  if (!self.tasks) importScripts(import.meta.env.VITE_WORKER_TASKS as string);
  if (!self.tasks) throw new Error('The tasks of the service worker are missing.');
  return self.tasks;
}
