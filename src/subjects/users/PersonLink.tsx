import { Fragment, type ReactNode } from 'react';
import { fullNameOf } from '../../../contract/users/user.ts';
import { TextLink } from '../../ui/layout/TextLink.tsx';

interface PersonLinkProps {
  id: number;
  /** Whether no text stands beside it. */
  alone?: boolean;
  /** The person's name. */
  children: ReactNode;
}

/** A name that leads management to the person's page. */
export function PersonLink({ id, ...link }: PersonLinkProps) {
  return <TextLink to={`/admin/person/${id}`} {...link} />;
}

/** A name that leads to the person's page where its reader is told who it is. */
export function PersonName({
  id,
  children,
}: Pick<PersonLinkProps, 'children'> & { id: number | null | undefined }) {
  return id == null ? <>{children}</> : <PersonLink id={id}>{children}</PersonLink>;
}

interface PersonLinksProps {
  people: readonly { id: number; first_name: string; last_name: string }[];
}

/** Names in a row, each of which leads to its person. */
export function PersonLinks({ people }: PersonLinksProps) {
  return people.map((person, index) => (
    <Fragment key={person.id}>
      {index > 0 && ', '}
      <PersonLink id={person.id}>{fullNameOf(person)}</PersonLink>
    </Fragment>
  ));
}
