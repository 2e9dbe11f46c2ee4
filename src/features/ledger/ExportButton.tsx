import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/forms/Button.tsx';
import { useToast } from '../../ui/feedback/Toasts.tsx';
import { saveCsv, type CsvTable } from './csv.ts';

/** Saves what is on this device as a file, so that it needs no connection. */
export function ExportButton({ table }: { table: () => CsvTable }) {
  const [busy, setBusy] = useState(false);
  const toast = useToast();

  async function save(): Promise<void> {
    setBusy(true);
    try {
      await saveCsv(table());
    } catch (error) {
      console.error(error);
      toast.error('The file could not be made. Please try again.');
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button variant="secondary" icon={Download} busy={busy} onClick={() => void save()}>
      Export CSV
    </Button>
  );
}
