import type { Input } from '../../../contract/http/route.ts';
import type { Routes } from '../../../contract/routes.ts';
import type { Policies } from '../engine/policies.ts';
import { updateCached } from '../engine/reads/cachedReads.ts';
import { dropReplacedPhotos, sentReadingPhotos } from './photos/sentReadingPhotos.ts';

declare module '../engine/database.ts' {
  interface StoredChanges {
    sendReading: {
      input: Input<Routes['sendReading']>;
      /** The meter, as it is named. */
      shown: { meter: string };
    };
    answerSentReading: {
      input: Input<Routes['answerSentReading']>;
      /** The meter and its home, and what was read. */
      shown: { reading: string };
    };
  }
}

export const sentReadingPolicies: Pick<Policies, 'sendReading' | 'answerSentReading'> = {
  sendReading: {
    setRight: ({ body, ...input }, { wrong, right }) => ({
      ...input,
      body: body.read_on === wrong ? { ...body, read_on: right } : body,
    }),
    async applyResponse(db, item, answer) {
      await dropReplacedPhotos(db, item, answer);
      await updateCached(db, item.userId, 'listAskedReadings', () => answer);
    },
    photos: sentReadingPhotos,
  },
  answerSentReading: {
    applyResponse: (db, item) =>
      updateCached(db, item.userId, 'listSentReadings', (sent) =>
        sent.filter(({ id }) => String(id) !== item.input.params.id),
      ),
  },
};
