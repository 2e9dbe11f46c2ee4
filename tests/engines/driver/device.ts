import type { Tab } from './tab.ts';

export const ENGINES = ['chromium', 'webkit', 'firefox'] as const;
export type Engine = (typeof ENGINES)[number];

export interface DeviceOptions {
  /** How much each site may keep, about, in bytes. */
  storageBytes?: number;
  /** Lets no site keep anything. */
  blocksStorage?: true;
}

/** A browser with a profile on the disk, whose processes can be killed as a phone's system kills apps. */
export interface Device {
  /** Starts the browser and returns a blank tab. */
  open(): Promise<Tab>;
  /** A further tab of the running browser. */
  openTab(): Promise<Tab>;
  /** Closes the browser normally, which writes its cookies to the disk. */
  close(): Promise<void>;
  /** Kills all processes of the browser. */
  kill(): Promise<void>;
  /** Kills the browser and removes its profile. */
  destroy(): Promise<void>;
  /** The engine's name and version, such as "WebKitGTK 2.50.6". */
  version(): Promise<string>;
}
