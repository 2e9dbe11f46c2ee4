import type { PhotoRecordKind } from '../../../../contract/photos/recordPhotos.ts';
import type { QueuedRouteName } from '../../../../contract/routes.ts';
import type { AnswerOf, BodyOf, OutboxItem } from '../../engine/database.ts';
import type { StoredPhoto } from '../../engine/storedRecords.ts';
import type { Policy, SentPhoto } from '../../engine/policies.ts';

/** What is stored with photos of a record, to show them. */
export interface ShownRecordPhotos {
  /** What they are of, such as `a reply to a maintenance request`. */
  title: string;
  /** The name of the home; empty where it is clear. */
  unit: string;
  /** The words that they were taken with. */
  words?: string | undefined;
  /** The record that shows them, such as `maintenance:12` or `home:3`. */
  of: string;
}

declare module '../../engine/database.ts' {
  interface StoredChanges {
    /** Photos that are sent after the record that names them, each by itself. */
    attachRecordPhoto: {
      input: { params: { kind: PhotoRecordKind; id: string }; body?: undefined };
      shown: ShownRecordPhotos;
    };
  }
}

export type RecordPhotosItem = OutboxItem<'attachRecordPhoto'>;

interface RecordToSend {
  id: string;
  shown: ShownRecordPhotos;
  /** The digests of its photos, where the change is of several records. */
  only?: readonly string[];
}

interface Following<N extends QueuedRouteName> {
  kind: PhotoRecordKind;
  /** The body that names the photos by their digests. */
  named: (body: BodyOf<N>, digests: string[], photos: readonly StoredPhoto[]) => BodyOf<N>;
  /** The record's id, and what is stored with its photos. */
  after: (item: OutboxItem<N>, answer: AnswerOf<N>) => RecordToSend | RecordToSend[];
}

/** How the photos of a record's change follow it, where it names them. */
export function followingPhotos<N extends QueuedRouteName>({
  kind,
  named,
  after,
}: Following<N>): NonNullable<Policy<N>['photos']> {
  return {
    inAnswer: (answer) => (answer as { photos?: readonly SentPhoto[] }).photos ?? [],
    keeps: () => true,
    digestsIn: () => undefined,
    withDigests: (body) => body,
    droppedIn: () => undefined,
    following: named,
    sentAfter(item, answer) {
      return [after(item, answer)].flat().map(({ id, ...more }) => ({
        ...{ route: 'attachRecordPhoto', input: { params: { kind, id } }, record: `${kind}:${id}` },
        ...more,
      }));
    },
  };
}

/** The photos of one record that are still on this device. */
export function unsentPhotosOf(
  items: readonly OutboxItem[],
  kind: PhotoRecordKind,
  id: string,
): RecordPhotosItem[] {
  return items
    .filter((item) => item.route === 'attachRecordPhoto')
    .filter(({ input: { params } }) => params.kind === kind && params.id === id);
}
