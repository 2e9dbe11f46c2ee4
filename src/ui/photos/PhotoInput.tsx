import { Camera, Images, type LucideIcon } from 'lucide-react';
import { useId, type ReactNode } from 'react';

import { FieldHelp } from '../forms/FieldFrame.tsx';
import { joinClasses } from '../layout/joinClasses.ts';

interface PhotoInputProps {
  label: string;
  onFiles: (files: File[]) => void;
  help?: ReactNode;
  error?: string | undefined;
  disabled?: boolean | undefined;
}

/** Adds photos from the camera, on handheld devices, or from files. */
export function PhotoInput({ label, onFiles, help, error, disabled = false }: PhotoInputProps) {
  const id = useId();
  const described = joinClasses(Boolean(help) && `${id}-help`, Boolean(error) && `${id}-error`) || undefined;
  const input = { onFiles, disabled, described };
  return (
    <div role="group" aria-labelledby={`${id}-label`} className="flex flex-col gap-1.5">
      <p id={`${id}-label`} className="text-sm font-semibold">
        {label}
      </p>
      <div className="@container">
        <div className="flex flex-wrap gap-3">
          <FileButton {...input} icon={Camera} label="Take photo" camera />
          <FileButton {...input} icon={Images} label="Choose photos" />
        </div>
      </div>
      <FieldHelp id={id} help={help} error={error} />
    </div>
  );
}

interface PhotoButtonProps {
  /** Its name, which is not shown. */
  label: string;
  /** The id of the text that describes it. */
  described?: string | undefined;
  disabled: boolean;
  onFiles: (files: File[]) => void;
}

/** One button beside a field of a list: the camera on handheld devices, a choice of files on others. */
export function PhotoButton({ label, ...input }: PhotoButtonProps) {
  return (
    <label
      className={joinClasses(
        'relative inline-flex size-11 shrink-0 items-center justify-center self-end rounded-control border has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        colorsOf(input.disabled),
      )}
    >
      <Camera aria-hidden className="size-5" />
      <span className="sr-only">{label}</span>
      <FileInput {...input} camera />
    </label>
  );
}

interface FileButtonProps {
  icon: LucideIcon;
  label: string;
  camera?: boolean | undefined;
  described: string | undefined;
  disabled: boolean;
  onFiles: (files: File[]) => void;
}

function FileButton({ icon: Icon, label, camera = false, described, disabled, onFiles }: FileButtonProps) {
  return (
    <label
      className={joinClasses(
        'relative min-h-11 items-center justify-center gap-2 rounded-control border px-4 py-2 leading-tight font-semibold has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus max-sm:flex-1 max-sm:px-2 @min-[13rem]:whitespace-nowrap',
        camera ? 'hidden pointer-coarse:inline-flex' : 'inline-flex',
        colorsOf(disabled),
      )}
    >
      <Icon aria-hidden className="size-5 shrink-0" />
      {label}
      <FileInput {...{ camera, described, disabled, onFiles }} />
    </label>
  );
}

const colorsOf = (disabled: boolean) =>
  disabled
    ? 'cursor-not-allowed border-line bg-sunken text-muted'
    : 'cursor-pointer border-edge bg-surface enabled-hover:bg-sunken';

type FileInputProps = Omit<PhotoButtonProps, 'label'> & { camera: boolean };

function FileInput({ camera, described, disabled, onFiles }: FileInputProps) {
  return (
    <input
      type="file"
      accept="image/*,.heic"
      multiple={!camera}
      capture={camera ? 'environment' : undefined}
      disabled={disabled}
      aria-describedby={described}
      className="sr-only"
      onChange={(event) => {
        const files = [...(event.target.files ?? [])];
        // Cleared, so that a removed photo can be chosen again.
        event.target.value = '';
        if (files.length > 0) onFiles(files);
      }}
    />
  );
}
