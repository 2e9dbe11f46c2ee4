import type { StoredPhoto } from '../../../src/offline/engine/storedRecords.ts';
import { latestVersion, type Report } from '../expected.ts';
import type { Sandbox } from '../simulation/sandbox.ts';
import type { Actor } from './actor.ts';

/** Edits a report as its screen does: what is unsent is revised, what was sent is changed. */
export async function editReport(
  actor: Actor,
  tab: Sandbox,
  report: Report,
  photos: 'as they are' | 'one more' | 'one less',
): Promise<void> {
  const { app } = tab;
  const items = await actor.unsentItems(tab, report);
  const last = items.findLast(({ route }) => route !== 'attachPhoto');
  const record = last ? undefined : await actor.cachedReport(tab, report);
  if (!last && !record) return;
  const before = latestVersion(report);
  // After a kill it may be uncertain which photos it has; only an unsent report itself tells.
  const possible = report.accepted.filter((each) => each !== 'absent');
  const doubtful = possible.some((one) =>
    possible.some((other) => other.photos.some((photo) => !one.photos.includes(photo))),
  );
  if (!before || (doubtful && last?.route !== 'createMaintenance')) return;
  if (doubtful) before.photos = last!.photos.map(({ sha256 }) => sha256);

  const onDevice = unique(items.flatMap((item) => item.photos)).filter(({ sha256 }) =>
    before.photos.includes(sha256),
  );
  const added = photos === 'one more' && before.photos.length < 10 ? [await actor.photo(tab)] : [];
  const dropped = photos === 'one less' ? onDevice.at(-1)?.sha256 : undefined;
  const chosen = [...onDevice.filter(({ sha256 }) => sha256 !== dropped), ...added];
  const dropped_photos = dropped === undefined ? [] : [dropped];
  report.version += 1;
  const text = actor.textFor(report);
  const outcome = await actor.act(tab, () =>
    last
      ? app.revise(last.id, {
          body: { ...(last.input.body as object), information: text, dropped_photos },
          photos: chosen,
        })
      : app.queue({
          userId: report.author.id,
          route: 'updateMaintenance',
          input: {
            params: { id: String(record!.id) },
            body: {
              information: text,
              keep_photos: record!.photos.map(({ id }) => id),
              dropped_photos,
              updated_at: record!.updated_at,
            },
          },
          photos: chosen,
          record: `maintenance:${record!.id}`,
        }),
  );
  const after = {
    text,
    photos: [...before.photos.filter((sha256) => sha256 !== dropped), ...added.map(({ sha256 }) => sha256)],
  };
  if (outcome === 'completed') report.accepted = [after];
  if (outcome === 'killed') report.accepted.push(after);
  if (outcome === 'completed') report.changes += 1;
}

function unique(photos: StoredPhoto[]): StoredPhoto[] {
  return [...new Map(photos.map((photo) => [photo.sha256, photo])).values()];
}
