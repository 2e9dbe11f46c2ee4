import type { FastifyInstance } from 'fastify';
import type { Channel } from './channel.ts';
import { pushChannel } from '../push/pushChannel.ts';
import { emailChannel } from './email/channel.ts';

/** The channels that this server is configured for, opened once for each server. */
export function openChannels(app: FastifyInstance): readonly Channel[] {
  let channels = opened.get(app);
  if (!channels) {
    channels = [pushChannel(app), emailChannel(app.context)].filter((channel) => channel !== undefined);
    opened.set(app, channels);
  }
  return channels;
}

const opened = new WeakMap<FastifyInstance, readonly Channel[]>();
