import type { LastMeterPhoto } from '../../../../contract/utilities/readingPhotos.ts';
import { usageText } from '../../../../contract/utilities/billPrice.ts';
import { ShownPhotos } from '../../../subjects/photos/ShownPhotos.tsx';
import { timeText } from '../../../ui/data/Time.tsx';

interface LastPhotoProps {
  /** The meter, as it is named. */
  name: string;
  last: LastMeterPhoto;
}

/** What a meter showed when it was photographed last, to be compared with the meter in front of whoever reads it. */
export function LastPhoto({ name, last: { photo, value, read_on } }: LastPhotoProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <ShownPhotos size="small" photos={[{ sent: photo }]} name={`the last photo of ${name}`} />
      <p className="min-w-0 flex-1 basis-20 text-sm text-ink">
        Showed <span className="tabular-nums">{usageText(value)}</span> on {timeText(read_on, 'short')}
      </p>
    </div>
  );
}
