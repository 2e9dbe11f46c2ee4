import type { DepositRule } from '../../../contract/deposits/deposit.ts';
import { propertyLabel, type Property } from '../../../contract/properties/property.ts';
import type { useOnlineChange } from '../../forms/useOnlineChange.ts';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { Button } from '../../ui/forms/Button.tsx';
import { useDialogAddress } from '../../ui/layout/dialogAddress.ts';
import { interestText, RuleForm } from './RuleForm.tsx';

interface PropertyRulesProps {
  /** What a property without a rule of its own follows. */
  community: DepositRule;
  online: boolean;
  busy: boolean;
  change: ReturnType<typeof useOnlineChange>['change'];
  onDone: (message: string) => void;
}

/** How each property keeps deposits, since the law of its place may ask for something else; nothing until they are known. */
export function PropertyRules({ community, online, busy, change, onDone }: PropertyRulesProps) {
  const { data: rules } = useCachedQuery('listDepositRules', {});
  const { data: properties = [] } = useCachedQuery('listProperties', {});
  const { address, open, close } = useDialogAddress();
  if (!rules || properties.length === 0) return <></>;
  const ruleOf = ({ id }: Property) => rules.find(({ property_id }) => property_id === id)?.rule;
  const opened = properties.find(({ id }) => String(id) === address.get('property-rule'));

  async function remove(property: Property): Promise<void> {
    const name = propertyLabel(property, properties);
    await change({
      route: 'removePropertyDepositRule',
      input: { params: { id: String(property.id) } },
      question: {
        text: `Remove the rule of ${name}? It then keeps deposits as the community does.`,
        confirmLabel: 'Remove',
      },
      done: `${name} keeps deposits as the community does.`,
      failed: (reason) => `The rule could not be removed: ${reason}`,
    });
  }

  return (
    <section aria-label="How properties keep deposits">
      <h3 className="font-bold">Properties</h3>
      <ul role="list" className="divide-y divide-line">
        {properties.map((property) => {
          const name = propertyLabel(property, properties);
          const rule = ruleOf(property);
          return (
            <li key={property.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <div className="min-w-0 flex-[1_1_10rem]">
                <p className="font-semibold wrap-anywhere">{name}</p>
                <p className="text-muted">
                  {rule
                    ? `Returned within ${rule.return_days} days. ${interestText(rule)}`
                    : 'As the community'}
                </p>
              </div>
              <div className="flex flex-wrap gap-3">
                <Button
                  variant="secondary"
                  disabled={!online}
                  aria-label={`Change how ${name} keeps deposits`}
                  onClick={() => open({ 'property-rule': String(property.id) })}
                >
                  Change
                </Button>
                {rule && (
                  <Button
                    variant="quiet"
                    busy={busy}
                    disabled={!online}
                    aria-label={`Remove the rule of ${name}`}
                    onClick={() => void remove(property)}
                  >
                    Remove
                  </Button>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      {opened && (
        <RuleForm
          key={opened.id}
          rule={ruleOf(opened) ?? community}
          of={{ property: opened.id, name: propertyLabel(opened, properties) }}
          onClose={close}
          onDone={() => {
            close();
            onDone(`How ${propertyLabel(opened, properties)} keeps deposits was changed.`);
          }}
        />
      )}
    </section>
  );
}
