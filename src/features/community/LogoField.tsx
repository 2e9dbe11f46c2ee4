import { ImageUp, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../ui/forms/Button.tsx';
import { FieldHelp } from '../../ui/forms/FieldFrame.tsx';
import { NotALogo, scaleLogo } from './scaleLogo.ts';

interface LogoFieldProps {
  /** A data URL; empty for none. */
  value: string;
  error: string | undefined;
  onChange: (logo: string) => void;
}

/** Shows the logo and chooses another one, which is sent with the form. */
export function LogoField({ value, error, onChange }: LogoFieldProps) {
  const id = useId();
  const [problem, setProblem] = useState<string>();

  async function choose(file: File): Promise<void> {
    try {
      onChange(await scaleLogo(file));
      setProblem(undefined);
    } catch (refused) {
      if (!(refused instanceof NotALogo)) throw refused;
      setProblem(refused.message);
    }
  }

  return (
    <div role="group" aria-labelledby={`${id}-label`} className="flex flex-col gap-1.5">
      <p id={`${id}-label`} className="text-sm font-semibold">
        Logo
      </p>
      <div className="flex flex-wrap items-center gap-3">
        {value !== '' && (
          <img
            src={value}
            alt="The logo"
            className="size-20 rounded-control border border-line bg-surface object-contain p-1"
          />
        )}
        <label className="relative inline-flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-control border border-edge bg-surface px-4 py-2 leading-tight font-semibold has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus enabled-hover:bg-sunken">
          <ImageUp aria-hidden className="size-5 shrink-0" />
          {value === '' ? 'Choose a picture' : 'Choose another one'}
          <input
            type="file"
            accept="image/png,image/jpeg,image/webp"
            aria-describedby={`${id}-help${(problem ?? error) ? ` ${id}-error` : ''}`}
            className="sr-only"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              // Cleared, so that the same file can be chosen again.
              target.value = '';
              if (file) void choose(file);
            }}
          />
        </label>
        {value !== '' && (
          <Button variant="quiet" icon={Trash2} onClick={() => onChange('')}>
            Remove
          </Button>
        )}
      </div>
      <FieldHelp
        id={id}
        help="JPEG, PNG or WebP. A square with a transparent ground looks best."
        error={problem ?? error}
      />
    </div>
  );
}
