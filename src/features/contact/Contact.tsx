import { Mail, MapPin, PhoneCall } from 'lucide-react';
import type { Property } from '../../../contract/properties/property.ts';
import { useCommunity } from '../../subjects/community/community.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useUser } from '../../session/session.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { mailto } from '../../ui/data/mailto.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { COMES_BACK } from '../../ui/layout/dialogAddress.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { Email } from '../../ui/data/Email.tsx';
import { Phone } from '../../subjects/phone/Phone.tsx';

/** `/contact`: whom to call or write to, of the community and of each property. */
export default function Contact() {
  const { is_manager } = useUser();
  const properties = useCachedQuery('listProperties', {});
  return (
    <>
      <PageHeading
        title="Contact Us"
        description="The office of each property, by phone or in person."
        action={
          !is_manager && (
            <ButtonLink to="/messages?new=1" state={COMES_BACK}>
              Write to Management
            </ButtonLink>
          )
        }
      />
      <CommunityCard />
      <Loaded query={properties} failed="Error loading information" loading={<Loading cards={2} />}>
        {(all) =>
          all.length > 0 ? (
            <ul role="list" className="grid grid-cols-1 gap-4 md:grid-cols-2 md:gap-6">
              {all.map((property) => (
                <Card key={property.id} as="li" title={property.property_name}>
                  <ContactLinks property={property} />
                </Card>
              ))}
            </ul>
          ) : (
            <EmptyState icon={PhoneCall} title="No contact information available." />
          )
        }
      </Loaded>
    </>
  );
}

/** What management gave as the community's own, which applies to every property. */
function CommunityCard() {
  const community = useCommunity();
  if (!community?.phone_number && !community?.email) return <></>;
  return (
    <Card title={community.name ?? 'Management'} className="mb-4 md:mb-6">
      <div className="flex flex-col gap-2">
        {community.address && <Address>{community.address}</Address>}
        {community.phone_number && <PhoneLink number={community.phone_number} />}
        {community.email && (
          <p className="flex items-center gap-3">
            <Mail aria-hidden className="size-5 shrink-0 text-accent-ink" />
            <a
              href={mailto(community.email)}
              className="flex min-h-11 min-w-0 items-center font-semibold text-accent-ink underline"
            >
              <span className="wrap-anywhere">
                <Email address={community.email} />
              </span>
            </a>
          </p>
        )}
      </div>
    </Card>
  );
}

function ContactLinks({ property }: { property: Property }) {
  const address = property.address.trim();
  const phone = property.phone_number?.trim();
  if (!address && !phone)
    return <p className="text-muted">Contact information is not currently available.</p>;
  return (
    <div className="flex flex-col gap-2">
      {address && <Address>{address}</Address>}
      {phone && <PhoneLink number={phone} />}
    </div>
  );
}

function Address({ children }: { children: string }) {
  return (
    <p className="flex gap-3 wrap-anywhere">
      <MapPin aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-ink" />
      {children}
    </p>
  );
}

function PhoneLink({ number }: { number: string }) {
  return (
    <p className="flex items-center gap-3">
      <PhoneCall aria-hidden className="size-5 shrink-0 text-accent-ink" />
      <Phone
        number={number}
        className="flex min-h-11 items-center text-lg font-semibold text-accent-ink tabular-nums underline"
      />
    </p>
  );
}
