import { Printer, Share2 } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { OptimisticRequest } from '../../../offline/subjects/maintenance/maintenanceList.ts';
import { DescriptionList } from '../../../ui/data/DescriptionList.tsx';
import { Button } from '../../../ui/forms/Button.tsx';
import { PrintedPage } from '../../../ui/print/PrintedPage.tsx';
import { sheetItems, sheetText } from './sheetText.ts';

/** The sheet that a vendor takes along, to print or to send from this device. */
export function VendorSheet({ listed }: { listed: OptimisticRequest }) {
  const [printing, setPrinting] = useState(false);
  return (
    <>
      <Button variant="secondary" icon={Printer} onClick={() => setPrinting(true)}>
        Print for the Vendor
      </Button>
      {typeof navigator.share === 'function' && (
        <Button variant="secondary" icon={Share2} onClick={() => void shareSheet(listed)}>
          Share with the Vendor
        </Button>
      )}
      {printing &&
        createPortal(<PrintedSheet listed={listed} onDone={() => setPrinting(false)} />, document.body)}
    </>
  );
}

async function shareSheet(listed: OptimisticRequest): Promise<void> {
  try {
    await navigator.share({ title: `Maintenance, ${listed.unit}`, text: sheetText(listed) });
  } catch (error) {
    // Who closes the device's own dialog has changed their mind.
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  }
}

function PrintedSheet({ listed, onDone }: { listed: OptimisticRequest; onDone: () => void }) {
  return (
    <PrintedPage title={`Maintenance, ${listed.unit}`} onDone={onDone}>
      <DescriptionList items={sheetItems(listed)} />
      <div className="mt-4 flex flex-wrap gap-3">
        {listed.photos.flatMap((photo) =>
          'sent' in photo
            ? [<img key={photo.sent.id} src={photo.sent.photo_url} alt="" className="max-h-72 max-w-[45%]" />]
            : [],
        )}
      </div>
    </PrintedPage>
  );
}
