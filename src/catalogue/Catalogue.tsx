import { Clock, DoorOpen, Download } from 'lucide-react';
import { Badge } from '../ui/data/Badge.tsx';
import { DescriptionList } from '../ui/data/DescriptionList.tsx';
import { FilterBar } from '../ui/data/FilterBar.tsx';
import { ListSearch } from '../ui/data/ListSearch.tsx';
import { Money } from '../ui/data/Money.tsx';
import { Table, type Column } from '../ui/data/Table.tsx';
import { Time } from '../ui/data/Time.tsx';
import { tones, type Tone } from '../ui/data/toneClasses.ts';
import { UnsentBadge } from '../ui/data/UnsentBadge.tsx';
import { AccessDenied } from '../ui/feedback/AccessDenied.tsx';
import { Banner } from '../ui/feedback/Banner.tsx';
import { ConfirmProvider } from '../ui/feedback/Confirm.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { ErrorScreen } from '../ui/feedback/ErrorScreen.tsx';
import { Loading } from '../ui/feedback/Loading.tsx';
import { OfflineBar } from '../ui/feedback/OfflineBar.tsx';
import { Problem } from '../ui/feedback/Problem.tsx';
import { Button } from '../ui/forms/Button.tsx';
import { ButtonLink } from '../ui/forms/ButtonLink.tsx';
import { Card } from '../ui/layout/Card.tsx';
import { Page } from '../ui/layout/Page.tsx';
import { PageHeading } from '../ui/layout/PageHeading.tsx';
import { PersonalNavigation } from '../ui/layout/PersonalNavigation.tsx';
import { PhotoGrid } from '../ui/photos/PhotoGrid.tsx';
import { Dialogs } from './Dialogs.tsx';
import { Fields } from './Fields.tsx';

const nothing = () => undefined;
const LINKS = ['Catalogue', 'Login'].map((label) => ({ to: `/${label.toLowerCase()}`, label }));
const TONES = Object.keys(tones) as Tone[];
const STATUSES = ['All', 'Open', 'Done'].map((value) => ({ value, label: value, count: 12_345 }));
const PHOTO = { id: '1', src: '/icons/icon-192.png', alt: 'Photo 1 of 2', badge: 'On this device' };
const PHOTOS = [PHOTO, { ...PHOTO, id: '2', alt: 'Photo 2 of 2', onRemove: nothing }];
const TENANTS = [
  { name: 'Robin Hale', unit: '101', cents: -4_200 },
  { name: 'Maximiliana Featherstonehaugh-Vanderbiltschreiber', unit: 'Garden cottage', cents: 987_654_321 },
];
const TABLE: { caption: string; columns: Column<(typeof TENANTS)[number]>[] } = {
  caption: 'Tenants',
  columns: [
    { key: 'name', header: 'Tenant', card: 'title', cell: ({ name }) => name },
    { key: 'unit', header: 'Unit', cell: ({ unit }) => unit },
    { key: 'owed', header: 'Balance', cell: ({ cents }) => <Money cents={cents} tone="ledger" /> },
    {
      key: 'edit',
      header: 'Actions',
      card: 'actions',
      cell: () => <Button variant="secondary">Edit</Button>,
    },
  ],
};

/** `/catalogue`, in development alone: the parts of the design system in their states. */
export default function Catalogue() {
  return (
    <Page navigation={<PersonalNavigation home="/" links={LINKS} onLogout={nothing} />}>
      <PageHeading title="Design system" description="Every part." action={<Button>Act</Button>} />
      <div className="flex flex-col gap-6">
        {(['primary', 'secondary', 'quiet', 'danger'] as const).map((variant) => (
          <div key={variant} className="flex flex-wrap gap-3">
            <Button variant={variant}>Press {variant}</Button>
            <Button variant={variant} icon={Download} busy busyLabel="Busy..." />
            <ButtonLink variant={variant} to="#content">
              Link
            </ButtonLink>
          </div>
        ))}
        <ConfirmProvider>
          <Dialogs />
        </ConfirmProvider>
        <Fields />
        <div className="flex flex-wrap gap-2">
          {TONES.map((tone) => (
            <Badge key={tone} tone={tone} icon={Clock}>
              {tone}
            </Badge>
          ))}
          <UnsentBadge needsAttention={false} words="Unsent" />
          <UnsentBadge needsAttention words="Needs attention" />
        </div>
        <FilterBar label="Status" options={STATUSES} value="All" onChange={nothing} />
        {(['success', 'info', 'warning', 'error'] as const).map((type) => (
          <Banner key={type} type={type} action={<Button variant="secondary">Undo</Button>}>
            What happened, in a sentence: {type}.
          </Banner>
        ))}
        <Problem onRetry={nothing}>Failed to load units: The database is busy.</Problem>
        <div className="grid grid-cols-1 gap-4 md:grid-cols-2 md:gap-6">
          {[undefined, ...TONES].map((tone) => (
            <Card key={tone ?? 'plain'} tone={tone} title={tone ?? 'plain'} action={<Badge>Beside</Badge>}>
              <DescriptionList
                items={[
                  { label: 'Amount', value: <Money cents={123_456_789_012} /> },
                  { label: 'Changed', value: <Time value="2026-11-22" />, highlight: true },
                ]}
              />
            </Card>
          ))}
        </div>
        <ListSearch
          label="Search tenants"
          search={{ typed: '', setTyped: nothing, found: TENANTS, all: 12_345 }}
          one="tenant"
          many="tenants"
          action={<Button variant="secondary">Export</Button>}
        />
        <Table {...TABLE} rows={TENANTS} rowKey={({ name }) => name} empty="None" />
        <Table {...TABLE} rows={[]} rowKey={({ name }) => name} empty="No tenants found." />
        <PhotoGrid photos={PHOTOS} onOpen={nothing} />
        <Loading cards={1} />
        <EmptyState icon={DoorOpen} title="No Units Found" action={<Button>Add one</Button>}>
          Add the first one, and its residents can be given it.
        </EmptyState>
        <AccessDenied />
        <ErrorScreen title="A broken screen" details="What is known of it" requestId="req-1" />
      </div>
      <OfflineBar state="offline" asOf={new Date(0)} waiting={12} needsAttention={3} to="#content" />
    </Page>
  );
}
