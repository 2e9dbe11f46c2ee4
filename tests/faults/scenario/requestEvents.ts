import type { Report, Said } from '../expected.ts';
import { textPrefix } from '../expected.ts';
import type { Person } from '../people.ts';
import type { Sandbox } from '../simulation/sandbox.ts';
import type { Actor } from './actor.ts';

/** What people say and do about a report, of each side. */
export const SAID_BY_RESIDENTS = ['reply', 'confirmed'] as const;
export const SAID_BY_MANAGERS = ['reply', 'scheduled', 'done'] as const;

/** Says or does something about a report that the server has, as its timeline does. */
export async function say(
  actor: Actor,
  tab: Sandbox,
  { author, report, id, event }: { author: Person; report: Report; id: number; event: Said['event'] },
): Promise<void> {
  const said: Said = { kind: 'said', n: actor.expected.length + 1, author, event, uncertain: true };
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
      record: `maintenance:${id}`,
      shown: {
        ...{ unit: '', information: textPrefix(actor.tag, report), by_management: author.unit === undefined },
      },
    }),
  );
  said.uncertain = outcome !== 'completed';
}
