import { openItems } from '../../../contract/inspections/inspection.ts';
import { SignatureField } from '../../subjects/signatures/SignatureField.tsx';
import { Checkbox } from '../../ui/forms/Checkbox.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import type { Signer, Walk } from './walk.ts';

interface SigningProps {
  walk: Walk;
  onChange: (changes: Partial<Walk>) => void;
}

/** The step in which management and the tenants sign: with a finger, or by their full name. */
export function Signing({ walk: { rooms, signers }, onChange }: SigningProps) {
  const left = openItems(rooms);
  const items = rooms.reduce((sum, room) => sum + room.items.length, 0);
  const damaged = rooms
    .flatMap((room) => room.items)
    .filter(({ condition }) => condition === 'Damaged').length;
  const put = (at: number, changes: Partial<Signer>) =>
    onChange({ signers: signers.map((each, place) => (place === at ? { ...each, ...changes } : each)) });
  return (
    <>
      <p>
        {items} {items === 1 ? 'item' : 'items'} in {rooms.length} {rooms.length === 1 ? 'room' : 'rooms'}
        {damaged > 0 && `, ${damaged} damaged`}
        {left > 0 && `, ${left} without a condition`}.
      </p>
      {signers.map((signer, at) => (
        <SignerCard
          // The order stays.
          key={at}
          signer={signer}
          title={signer.by === 'management' ? 'Management' : `Tenant${signers.length > 2 ? ` ${at}` : ''}`}
          onChange={(changes) => put(at, changes)}
        />
      ))}
    </>
  );
}

interface SignerCardProps {
  signer: Signer;
  title: string;
  onChange: (changes: Partial<Signer>) => void;
}

function SignerCard({ signer: { by, name, strokes, typed }, title, onChange }: SignerCardProps) {
  return (
    <div role="group" aria-label={title}>
      <Card title={title}>
        <Field
          label={`Full name, ${title}`}
          maxLength={120}
          autoComplete="off"
          value={name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <Checkbox
          label="Sign with the typed name"
          help="The full name above is the signature, so that nothing has to be drawn."
          checked={typed}
          onChange={({ target }) => onChange({ typed: target.checked })}
        />
        {!typed && (
          <SignatureField
            label={`Signature, ${title}${by === 'tenant' ? ' (optional)' : ''}`}
            help={
              by === 'tenant'
                ? 'With a finger, a pen or a mouse. A tenant who is not there or does not agree leaves it empty.'
                : 'With a finger, a pen or a mouse.'
            }
            clearLabel={`Clear signature, ${title}`}
            name={`signature-${title}`}
            value={strokes}
            error={undefined}
            onChange={(drawn) => onChange({ strokes: drawn })}
          />
        )}
      </Card>
    </div>
  );
}
