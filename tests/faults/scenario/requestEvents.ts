import { EVENTS_WITH_PHOTOS } from '../../../contract/maintenance/requestEvents.ts';
import type { StoredPhoto } from '../../../src/offline/engine/storedRecords.ts';
import type { Said } from '../expected.ts';
import { textPrefix } from '../expected.ts';
import type { Person } from '../people.ts';
import type { Sandbox } from '../simulation/sandbox.ts';
import type { Actor } from './actor.ts';

/** What people say and do about a report, of each side. */
export const SAID_BY_RESIDENTS = ['reply', 'confirmed'] as const;
export const SAID_BY_MANAGERS = ['reply', 'scheduled', 'done', 'note'] as const;

interface Saying {
  author: Person;
  /** The beginning of the report's text. */
  about: string;
  /** The report's, of the server. */
  id: number;
  event: Said['event'];
  photos: number;
}

/** Says or does something about a report that the server has, as its timeline does. */
export async function say(
  actor: Actor,
  tab: Sandbox,
  { author, about, id, event, photos }: Saying,
): Promise<void> {
  const taken: StoredPhoto[] = [];
  const count = EVENTS_WITH_PHOTOS.includes(event) ? photos : 0;
  for (let each = 0; each < count; each += 1) taken.push(await actor.photo(tab));
  const said: Said = {
    ...{ kind: 'said', n: actor.expected.length + 1, author, request: id, event, uncertain: true },
    photos: taken.map(({ sha256 }) => sha256),
  };
  actor.expected.push(said);
  const text = `${textPrefix(actor.tag, said)}${event}`;
  const outcome = await actor.act(tab, () =>
    tab.app.queue({
      userId: author.id,
      route: 'addRequestEvent',
      input: {
        params: { id: String(id) },
        body: { kind: event, text, ...(event === 'scheduled' ? { visit_on: '2050-05-01' } : {}) },
      },
      photos: taken,
      record: `maintenance:${id}`,
      shown: {
        ...{ unit: '', information: about, by_management: author.unit === undefined },
      },
    }),
  );
  said.uncertain = outcome !== 'completed';
}
