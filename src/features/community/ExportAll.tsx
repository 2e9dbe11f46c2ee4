import { Download } from 'lucide-react';
import { useFile } from '../../forms/useFile.ts';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { isoDay } from '../../ui/data/Time.tsx';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';

/** Everything of the community as one file: leaving is a decision about the whole of it, so it stands with what it is called. */
export function ExportAll() {
  const online = useOnline();
  const name = `porchlight-export-${isoDay()}.zip`;
  const { save, busy, notice } = useFile({
    route: 'readExport',
    name,
    done: `${name} was downloaded. It has everyone’s names, addresses and balances: keep it where nobody else can read it.`,
    failed: (reason) => `The export could not be made: ${reason}`,
  });
  return (
    <Card title="Take everything with you">
      <p className="max-w-prose text-muted">
        Everything of the community as CSV files in one archive: people, units, leases and balances as Import
        takes them, and each table to read in a spreadsheet. Passwords and photos are not in it.
      </p>
      {!online && <Banner type="warning">You need a connection to export.</Banner>}
      {notice && <Banner type={notice.type}>{notice.message}</Banner>}
      <Button
        variant="secondary"
        icon={Download}
        busy={busy}
        busyLabel="Exporting..."
        disabled={!online}
        className="self-start max-sm:w-full"
        onClick={save}
      >
        Export Everything
      </Button>
    </Card>
  );
}
