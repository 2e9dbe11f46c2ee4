import { Download, FileSpreadsheet, Upload } from 'lucide-react';
import { useState, type DragEvent } from 'react';
import { IMPORT_TABLE_NAMES, IMPORT_TABLES } from '../../../contract/imports/importTables.ts';
import { MAX_SHEET_BYTES, MAX_SHEET_FILES, MAX_SHEET_SIZE } from '../../../contract/imports/imports.ts';
import type { UploadFile } from '../../../contract/http/route.ts';
import { numberText } from '../../../contract/values/numberText.ts';
import { saveCsv } from '../../ui/files/csv.ts';
import { saveWorkbook } from '../../ui/files/workbook.ts';
import { FieldHelp } from '../../ui/forms/FieldFrame.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { joinClasses } from '../../ui/layout/joinClasses.ts';
import { templateOf, workbookTemplate } from './templates.ts';

interface ChooseFilesProps {
  files: readonly UploadFile[];
  disabled: boolean;
  onChange: (files: UploadFile[]) => void;
}

/** The files of an import, and the templates for them. */
export function ChooseFiles({ files, disabled, onChange }: ChooseFilesProps) {
  const [refusal, setRefusal] = useState<string>();

  async function add(added: readonly File[]): Promise<void> {
    const problem = problemOf(added, files.length);
    setRefusal(problem);
    if (problem) return;
    // Read at once, since a file may be changed or moved before it is sent.
    try {
      const read = await Promise.all(
        added.map(async (file) => ({ name: file.name, type: file.type, bytes: await file.arrayBuffer() })),
      );
      const names = new Set(read.map(({ name }) => name));
      onChange([...files.filter(({ name }) => !names.has(name)), ...read]);
    } catch (error) {
      console.error(error);
      setRefusal('This file could not be read on this device. Please choose it again.');
    }
  }

  function drop(event: DragEvent): void {
    event.preventDefault();
    if (!disabled) void add([...event.dataTransfer.files]);
  }

  return (
    <Card title="Files">
      <div onDragOver={(event) => event.preventDefault()} onDrop={drop} className="flex flex-col gap-3">
        <p id="import-help" className="max-w-prose text-muted">
          CSV files or a spreadsheet (.xlsx or .ods), as another program exports them. A rent roll alone is
          enough. Columns are matched by their headings, and you see what will be imported before anything is.
        </p>
        <label
          className={joinClasses(
            'relative inline-flex min-h-11 items-center justify-center gap-2 rounded-control border px-4 py-2 font-semibold has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus sm:self-start',
            disabled
              ? 'cursor-not-allowed border-line bg-sunken text-muted'
              : 'cursor-pointer border-edge bg-surface enabled-hover:bg-sunken',
          )}
        >
          <Upload aria-hidden className="size-5 shrink-0" />
          {files.length > 0 ? 'Add files' : 'Choose files'}
          <input
            type="file"
            multiple
            accept=".csv,.tsv,.txt,.xlsx,.ods,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,application/vnd.oasis.opendocument.spreadsheet"
            disabled={disabled}
            aria-describedby={joinClasses('import-help', refusal !== undefined && 'import-error')}
            className="sr-only"
            onChange={({ target }) => {
              const added = [...(target.files ?? [])];
              // Cleared, so that a corrected file can be chosen again.
              target.value = '';
              if (added.length > 0) void add(added);
            }}
          />
        </label>
        <FieldHelp id="import" help={undefined} error={refusal} />
      </div>
      {files.length > 0 && (
        <ul role="list" aria-label="Chosen files" className="-my-1 divide-y divide-line">
          {files.map(({ name, bytes }, index) => (
            <li key={`${index} ${name}`} className="flex flex-wrap items-center gap-x-3 py-1">
              <FileSpreadsheet aria-hidden className="size-5 shrink-0 text-muted" />
              <span className="min-w-0 flex-[1_1_5rem] wrap-anywhere">{name}</span>
              <span className="text-muted tabular-nums max-sm:hidden">{sizeText(bytes)}</span>
              <Button
                variant="quiet"
                disabled={disabled}
                aria-label={`Remove ${name}`}
                onClick={() => onChange(files.filter((_, other) => other !== index))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {files.length === 0 && <Templates />}
    </Card>
  );
}

function Templates() {
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <h3 className="font-semibold">Or begin with a template</h3>
      <ul role="list" className="flex flex-col gap-3">
        {IMPORT_TABLE_NAMES.map((table) => (
          <Template
            key={table}
            title={IMPORT_TABLES[table].title}
            description={IMPORT_TABLES[table].description}
            onSave={() => void saveCsv(templateOf(table))}
          />
        ))}
        <Template
          title="All in one workbook"
          description="The three tables as sheets of an Excel workbook, each with an example row to write over."
          onSave={() => void saveWorkbook('porchlight-import', workbookTemplate())}
        />
      </ul>
      <p className="text-sm text-muted">Write dates like 2026-11-25 and amounts like 1450.00.</p>
    </div>
  );
}

interface TemplateProps {
  title: string;
  description: string;
  onSave: () => void;
}

function Template({ title, description, onSave }: TemplateProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="font-medium">{title}</p>
        <p className="text-sm text-muted">{description}</p>
      </div>
      <Button variant="secondary" icon={Download} aria-label={`Template: ${title}`} onClick={onSave}>
        Template
      </Button>
    </li>
  );
}

function problemOf(added: readonly File[], before: number): string | undefined {
  if (added.length + before > MAX_SHEET_FILES) return `Please choose at most ${MAX_SHEET_FILES} files.`;
  const large = added.find(({ size }) => size > MAX_SHEET_BYTES);
  if (large) return `${large.name} is larger than ${MAX_SHEET_SIZE}.`;
  const old = added.find(({ name }) => /\.(?:xls|numbers)$/i.test(name));
  return old ? `${old.name} cannot be read. Please save it as .xlsx or CSV.` : undefined;
}

function sizeText(bytes: UploadFile['bytes']): string {
  const size = bytes instanceof Blob ? bytes.size : bytes.byteLength;
  return `${numberText(Math.max(1, Math.round(size / 1024)))} KB`;
}
