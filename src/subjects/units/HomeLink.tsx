import { Fragment, type ReactNode } from 'react';
import { unitLabel } from '../../../contract/units/unit.ts';
import { TextLink } from '../../ui/layout/TextLink.tsx';

interface HomeLinkProps {
  /** The unit's id; without one there is no page to lead to. */
  unit: number | null | undefined;
  /** Whether no text stands beside it. */
  alone?: boolean;
  /** The unit's number, or how it is called. */
  children: ReactNode;
}

/** A unit's number that leads management to the page of the home. */
export function HomeLink({ unit, ...link }: HomeLinkProps) {
  return unit == null ? <>{link.children}</> : <TextLink to={`/admin/home/${unit}`} {...link} />;
}

interface HomeLinksProps {
  units: readonly { unit_id: number; unit_number: string; property_name: string }[];
}

/** Units in a row, each of which leads to its page. */
export function HomeLinks({ units }: HomeLinksProps) {
  return units.map((unit, index) => (
    <Fragment key={unit.unit_id}>
      {index > 0 && '; '}
      <HomeLink unit={unit.unit_id}>{unitLabel(unit)}</HomeLink>
    </Fragment>
  ));
}
