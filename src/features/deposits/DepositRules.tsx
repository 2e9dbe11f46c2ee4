import type { useOnlineChange } from '../../forms/useOnlineChange.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { DescriptionList } from '../../ui/data/DescriptionList.tsx';
import { Loading } from '../../ui/feedback/Loading.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { useDialogAddress } from '../../ui/layout/dialogAddress.ts';
import { PropertyRules } from './PropertyRules.tsx';
import { interestText, RuleForm } from './RuleForm.tsx';

interface DepositRulesProps {
  busy: boolean;
  change: ReturnType<typeof useOnlineChange>['change'];
  onDone: (message: string) => void;
}

/** How the community keeps deposits, and the form that changes it. */
export function DepositRules({ onDone, ...changing }: DepositRulesProps) {
  const read = useCachedQuery('readDepositRule', {});
  const online = useOnline();
  const { address, open, close } = useDialogAddress();
  return (
    <Loaded query={read} failed="Unable to load how deposits are kept" loading={<Loading cards={1} />}>
      {(rule) => (
        <Card
          title="How deposits are kept"
          action={
            <Button variant="secondary" disabled={!online} onClick={() => open({ rule: '1' })}>
              Change
            </Button>
          }
        >
          <DescriptionList
            items={[
              { label: 'Returned', value: `Within ${rule.return_days} days of the last day of a lease` },
              { label: 'Interest', value: interestText(rule) },
            ]}
          />
          <PropertyRules community={rule} {...{ online, onDone }} {...changing} />
          {address.has('rule') && (
            <RuleForm
              rule={rule}
              onClose={close}
              onDone={() => {
                close();
                onDone('How deposits are kept was changed.');
              }}
            />
          )}
        </Card>
      )}
    </Loaded>
  );
}
