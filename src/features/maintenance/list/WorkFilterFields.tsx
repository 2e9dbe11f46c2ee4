import { ChevronRight, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { CATEGORIES, URGENCIES } from '../../../../contract/maintenance/requestDetails.ts';
import { STAGES, WAITING_FOR } from '../../../../contract/maintenance/requestProgress.ts';
import { Button } from '../../../ui/forms/Button.tsx';
import { Select } from '../../../ui/forms/Select.tsx';
import { inOrder, withChosen } from './choices.ts';
import type { RequestFilterFieldsProps } from './filterFieldsProps.ts';
import { NOBODY, WAITING_TEXTS, type WorkFilter } from './requestFilters.ts';

interface Choices {
  label: string;
  /** What is shown where nothing is asked. */
  all: string;
  options: readonly { value: string; label: string }[];
}

interface WorkFilterFieldsProps extends RequestFilterFieldsProps {
  /** Other fields that are unfolded with these. */
  folded: ReactNode;
  /** How many of them ask something. */
  chosen: number;
}

/** What management asks of the work on requests, and what is asked of it now as chips that take it back. */
export function WorkFilterFields({ requests, filters, list, folded, chosen }: WorkFilterFieldsProps) {
  const [open, setOpen] = useState(chosen > 0);
  const assignees = inOrder(requests.flatMap(({ progress }) => progress.assignee ?? []));
  const choices: Readonly<Record<WorkFilter, Choices>> = {
    stage: { label: 'Progress', all: 'Any progress', options: asOptions(STAGES) },
    urgency: { label: 'Urgency', all: 'Any urgency', options: asOptions(URGENCIES) },
    category: { label: 'Category', all: 'All categories', options: asOptions(CATEGORIES) },
    waiting: {
      label: 'Waiting for',
      all: 'Anybody',
      options: WAITING_FOR.map((value) => ({ value, label: WAITING_TEXTS[value] })),
    },
    assignee: {
      label: 'Assigned to',
      all: 'Anybody or nobody',
      options: [
        { value: NOBODY, label: 'Nobody' },
        ...asOptions(withChosen(assignees, filters.assignee === NOBODY ? '' : filters.assignee)),
      ],
    },
  };
  const names = Object.keys(choices) as WorkFilter[];
  const asked = names.filter((name) => filters[name] !== '');
  return (
    <div className="col-span-full flex flex-col gap-3">
      <details open={open} className="group" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="-mx-2 flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-control px-2 font-semibold text-accent-ink">
          <ChevronRight aria-hidden className="size-5 shrink-0 group-open:rotate-90" />
          More filters{!open && chosen > 0 && `, ${chosen} chosen`}
        </summary>
        {open && (
          <div className="grid grid-cols-pair gap-3 pt-2 md:grid-cols-5">
            {folded}
            {names.map((name) => (
              <Select
                key={name}
                label={choices[name].label}
                value={filters[name]}
                onChange={(event) => list.write(name, event.target.value)}
              >
                <option value="">{choices[name].all}</option>
                {choices[name].options.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            ))}
          </div>
        )}
      </details>
      {asked.length > 0 && (
        <ul role="list" aria-label="Chosen filters" className="flex flex-wrap gap-2">
          {asked.map((name) => (
            <li key={name}>
              <Button variant="secondary" icon={X} onClick={() => list.write(name, '')}>
                <span className="sr-only">Remove the filter </span>
                {choices[name].label}:{' '}
                {choices[name].options.find(({ value }) => value === filters[name])?.label ?? filters[name]}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function asOptions(values: readonly string[]): { value: string; label: string }[] {
  return values.map((value) => ({ value, label: value }));
}
