import { loadPart } from './loadPart.ts';
import type { ToWorker } from '../offline/engine/workerMessages.ts';
import type { Workbox } from 'workbox-window';

let registration: Promise<ServiceWorkerRegistration | undefined> | undefined;
let apply: (() => void) | undefined;
const updateListeners = new Set<() => void>();

/** Registers the service worker, except in development. */
export function startWorker(): void {
  if (registration || !import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  registration = register().catch((error: unknown) => {
    // Private windows of some browsers refuse service workers; then the page replays itself.
    console.warn(error);
    return undefined;
  });
}

/** What the browser registered for this page; undefined where there is no service worker. */
export function workerRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  return registration ?? Promise.resolve(undefined);
}

/** The service worker that takes messages: the one that controls this page, also before the page has registered it again. */
export async function activeWorker(): Promise<ServiceWorker | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  return navigator.serviceWorker.controller ?? (await workerRegistration())?.active ?? undefined;
}

/** Registered after what the page itself loads. */
async function register(): Promise<ServiceWorkerRegistration | undefined> {
  if (document.readyState !== 'complete') {
    await new Promise((loaded) => window.addEventListener('load', loaded, { once: true }));
  }
  const { Workbox } = await loadPart(() => import('workbox-window'));
  const workbox = new Workbox('/sw.js');
  workbox.addEventListener('waiting', () => void offerUpdate(workbox));
  const registered = await workbox.register();
  // A page that was on its way while the worker became active is not among those that it took over then.
  if (!navigator.serviceWorker.controller) {
    registered?.active?.postMessage({ type: 'claim' } satisfies ToWorker);
  }
  return registered;
}

/** Offers a version that waits behind an active one, for as long as it waits. */
async function offerUpdate(workbox: Workbox): Promise<void> {
  const { active, waiting } = (await registration) ?? {};
  // In Firefox the first version on a device also waits, for the moment before it becomes active.
  if (!active || !waiting) return;
  apply = () => {
    workbox.addEventListener('controlling', () => location.reload());
    workbox.messageSkipWaiting();
  };
  waiting.addEventListener('statechange', () => {
    if (waiting.state !== 'installed') apply = undefined;
    notifyUpdateListeners();
  });
  notifyUpdateListeners();
}

function notifyUpdateListeners(): void {
  for (const listener of updateListeners) listener();
}

/** Calls the listener when a new version is ready, until the returned function is called. */
export function onUpdate(listener: () => void): () => void {
  updateListeners.add(listener);
  return () => updateListeners.delete(listener);
}

export function updateWaits(): boolean {
  return apply !== undefined;
}

/** Activates the new version, which reloads this page. */
export function applyUpdate(): void {
  apply?.();
}
