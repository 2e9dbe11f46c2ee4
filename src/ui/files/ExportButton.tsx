import { Download } from 'lucide-react';
import { PartMissing } from '../../browser/loadPart.ts';
import { Button } from '../forms/Button.tsx';
import { useToast } from '../feedback/Toasts.tsx';
import { saveCsv, type CsvTable } from './csv.ts';
import { useBusyMutation } from '../forms/useBusyMutation.ts';

interface ExportButtonProps {
  table: () => CsvTable;
  /** Without its words where the screen is narrow. */
  narrow?: boolean;
}

/** Exports data that is on this device, so it works offline. */
export function ExportButton({ table, narrow = false }: ExportButtonProps) {
  const toast = useToast();
  const { mutate, isPending } = useBusyMutation({
    mutationFn: () => saveCsv(table()),
    onError: (error) => {
      if (error instanceof PartMissing && error.gone) return;
      if (!(error instanceof PartMissing)) console.error(error);
      toast.error('The file could not be made. Please try again.');
    },
  });
  return (
    <Button variant="secondary" icon={Download} busy={isPending} onClick={() => mutate()}>
      <span className={narrow ? 'sr-only sm:not-sr-only' : undefined}>Export CSV</span>
    </Button>
  );
}
