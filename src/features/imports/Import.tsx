import { useLayoutEffect, useRef, useState } from 'react';
import type { ImportCounts } from '../../../contract/imports/importPreview.ts';
import type { MendedCell } from '../../../contract/imports/imports.ts';
import { ManagerScreen } from '../../screens/ManagerScreen.tsx';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { ChooseFiles } from './ChooseFiles.tsx';
import type { RowPlace } from './errorPlaces.ts';
import { SheetPart } from './SheetPart.tsx';
import { Summary } from './Summary.tsx';
import { useImport } from './useImport.ts';

/** `/admin/import`: properties, units, people, leases and opening balances from spreadsheets. */
export default function Import() {
  const online = useOnline();
  const { chosen, preview, busy, problem, done, change, send, again } = useImport();
  const [goTo, setGoTo] = useState<RowPlace>();
  const importing = busy === 'importing';
  return (
    <ManagerScreen
      title="Import"
      description="Bring properties, units, people, leases and what is owed from spreadsheets. What is here already stays as it is."
      needs="You need a connection to import. The files that you chose stay chosen while this screen is open."
      notice={undefined}
      onNoticeDone={() => undefined}
    >
      <div className="flex flex-col gap-6">
        {done && <Done message={done.message} adds={done.adds} />}
        <ChooseFiles
          files={chosen.files}
          disabled={importing}
          onChange={(files) => change({ files, sheets: undefined })}
        />
        {problem && (
          <Banner
            type="error"
            action={
              chosen.files.length > 0 && (
                <Button variant="secondary" disabled={!online} onClick={again}>
                  Try again
                </Button>
              )
            }
          >
            {problem}
          </Banner>
        )}
        {busy === 'reading' && !preview && <Loading cards={1} />}
        {preview && (
          <>
            <Summary
              {...{ chosen, preview, busy, change }}
              disabled={!online || busy !== undefined}
              onImport={() => void send()}
            />
            {preview.sheets.map((sheet, index) => (
              <SheetPart
                key={`${index} ${sheet.file} ${sheet.sheet}`}
                preview={sheet}
                place={index}
                goTo={goTo?.sheet === index ? goTo.line : undefined}
                onGoTo={(line) => setGoTo(line === undefined ? undefined : { sheet: index, line })}
                correction={chosen.sheets?.[index]}
                disabled={importing}
                ownLeftOut={
                  new Set(chosen.left_out.filter((row) => row.sheet === index).map(({ line }) => line))
                }
                onMend={(column, texts) =>
                  change({
                    cells: withCells(
                      chosen.cells,
                      [...texts].map(([line, text]) => ({ sheet: index, line, column, text })),
                    ),
                  })
                }
                onLeaveOut={(lines) =>
                  change({ left_out: [...chosen.left_out, ...lines.map((line) => ({ sheet: index, line }))] })
                }
                onBringBack={(line) =>
                  change({
                    left_out: chosen.left_out.filter((row) => row.sheet !== index || row.line !== line),
                  })
                }
                onCorrect={(correction) =>
                  change({
                    sheets: preview.sheets.map((_, other) =>
                      other === index ? correction : (chosen.sheets?.[other] ?? null),
                    ),
                  })
                }
              />
            ))}
          </>
        )}
      </div>
    </ManagerScreen>
  );
}

/** The corrected cells with these, of which some may have been corrected before. */
function withCells(cells: readonly MendedCell[], given: readonly MendedCell[]): MendedCell[] {
  const isGiven = ({ sheet, line, column }: MendedCell) =>
    given.some((cell) => cell.sheet === sheet && cell.line === line && cell.column === column);
  return [...cells.filter((cell) => !isGiven(cell)), ...given];
}

/** Where to see what was imported. */
function Done({ message, adds }: { message: string; adds: ImportCounts }) {
  const links = [
    { to: '/admin/units', label: 'Units', count: adds.units },
    { to: '/admin/manage-users', label: 'Manage Users', count: adds.people },
    { to: '/admin/leases', label: 'Leases', count: adds.leases },
    { to: '/admin/payments', label: 'Payments', count: adds.entries },
  ].filter(({ count }) => count > 0);
  const place = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone with the files, and what became of them stands at the top.
  useLayoutEffect(() => {
    place.current?.focus();
    window.scrollTo(0, 0);
  }, []);
  return (
    <Card>
      <div ref={place} tabIndex={-1}>
        <Banner type="success">{message}</Banner>
      </div>
      {adds.people > 0 && (
        <p className="text-muted">The people who are new cannot sign in before you invite them.</p>
      )}
      {links.length > 0 && (
        <div className="flex flex-wrap gap-3 max-sm:*:grow">
          {adds.people > 0 && <ButtonLink to="/admin/invitations">Invite People</ButtonLink>}
          {links.map(({ to, label }) => (
            <ButtonLink key={to} to={to} variant="secondary">
              {label}
            </ButtonLink>
          ))}
        </div>
      )}
    </Card>
  );
}
