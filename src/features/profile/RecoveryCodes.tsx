import { Copy, Download, Printer } from 'lucide-react';
import { saveFile } from '../../ui/files/saveFile.ts';
import { useCopy } from '../../ui/data/useCopy.ts';
import { Button } from '../../ui/forms/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { StepTitle } from './StepTitle.tsx';

interface RecoveryCodesProps {
  username: string;
  codes: readonly string[];
  onDone: () => void;
}

/** Recovery codes, which are shown only once. */
export function RecoveryCodes({ username, codes, onDone }: RecoveryCodesProps) {
  const { copied, copy } = useCopy();
  const text = `Recovery codes of ${username} for Porchlight. Each signs in once.\n\n${codes.join('\n')}\n`;
  return (
    <Card title={<StepTitle>Your recovery codes</StepTitle>}>
      <p>
        Each of them signs <strong>{username}</strong> in once, in place of the app’s code, when the phone is
        lost. They are shown only now. Keep them where your phone is not.
      </p>
      <ol
        role="list"
        aria-label="Recovery codes"
        className="print:text-black grid grid-cols-1 gap-x-6 gap-y-2 rounded-card bg-sunken p-4 font-mono text-lg font-semibold tabular-nums select-all sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="text-center">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3 print:hidden max-sm:[&>button]:flex-1">
        <Button variant="secondary" icon={Copy} onClick={() => void copy(text)}>
          Copy
        </Button>
        <Button
          variant="secondary"
          icon={Download}
          onClick={() => saveFile('porchlight-recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}
        >
          Download
        </Button>
        <Button variant="secondary" icon={Printer} onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <p role="status" className="text-sm font-medium text-muted empty:hidden print:hidden">
        {copied}
      </p>
      <Button className="self-start max-sm:w-full print:hidden" onClick={onDone}>
        I Have Kept Them
      </Button>
    </Card>
  );
}
