import { useId, useState, type ComponentProps } from 'react';
import type { Question } from '../../../contract/imports/importPreview.ts';
import { Button } from '../../ui/forms/Button.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { isMissing } from './openQuestions.ts';

interface QuestionsProps {
  questions: readonly Question[];
  answers: Readonly<Record<string, string>>;
  disabled: boolean;
  onAnswer: (answers: Record<string, string>) => void;
}

/** What only a person can say of the files, each with what stands in them. */
export function Questions({ questions, answers, disabled, onAnswer }: QuestionsProps) {
  return (
    <div className="flex flex-col gap-5">
      {questions.map((question) =>
        question.inputs.length > 0 ? (
          <Inputs
            key={question.id}
            question={question}
            disabled={disabled}
            onAnswer={(given) => onAnswer({ ...answers, ...given })}
          />
        ) : (
          <Choices
            key={question.id}
            question={question}
            chosen={answers[question.id]}
            disabled={disabled}
            onAnswer={(value) => onAnswer({ ...answers, [question.id]: value })}
          />
        ),
      )}
    </div>
  );
}

interface ChoicesProps {
  question: Question;
  /** Shown as chosen at once, before the files are read with it. */
  chosen: string | undefined;
  disabled: boolean;
  onAnswer: (value: string) => void;
}

function Choices({ question, chosen, disabled, onAnswer }: ChoicesProps) {
  const { id, text, choices } = question;
  const answer = choices.some(({ value }) => value === chosen) ? chosen : question.answer;
  return (
    <fieldset className="flex flex-col gap-2" disabled={disabled}>
      <legend className="mb-1 font-semibold wrap-anywhere">{text}</legend>
      {choices.map(({ value, label, examples }) => (
        <label key={value} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            className="checkbox rounded-full"
            name={id}
            checked={answer === value}
            onChange={() => onAnswer(value)}
          />
          <span className="min-w-0 wrap-anywhere">
            {label}{' '}
            {examples.length > 0 && (
              <span className="block text-sm text-muted">
                {examples.map((example) => `“${example}”`).join(', ')}
              </span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface InputsProps {
  question: Question;
  disabled: boolean;
  onAnswer: (given: Record<string, string>) => void;
}

function Inputs({ question: { text, inputs, answer: given }, disabled, onAnswer }: InputsProps) {
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [isSent, setIsSent] = useState(false);
  const valueOf = ({ id, answer, suggestion }: Question['inputs'][number]) =>
    typed[id] ?? answer ?? suggestion ?? '';
  const isChanged = inputs.some((input) => valueOf(input).trim() !== (input.answer ?? ''));
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        setIsSent(true);
        onAnswer(Object.fromEntries(inputs.map((input) => [input.id, valueOf(input).trim()])));
      }}
    >
      <fieldset className="grid grid-cols-1 gap-4 sm:grid-cols-2" disabled={disabled}>
        <legend className="mb-2 font-semibold wrap-anywhere">{text}</legend>
        {inputs.map((input) => (
          <KnownField
            key={input.id}
            known={input.known}
            label={input.label}
            help={input.help}
            required={input.is_required}
            error={
              isSent && isMissing(input) && valueOf(input).trim() === ''
                ? 'Nothing can be imported without this.'
                : undefined
            }
            value={valueOf(input)}
            maxLength={300}
            onChange={({ target }) => setTyped({ ...typed, [input.id]: target.value })}
          />
        ))}
      </fieldset>
      <div>
        <Button type="submit" variant="secondary" disabled={disabled || (!isChanged && given !== null)}>
          Use this answer
        </Button>
      </div>
    </form>
  );
}

/** A field that offers what is here and may be meant. */
function KnownField({
  known = [],
  ...field
}: ComponentProps<typeof Field> & { known?: string[] | undefined }) {
  const id = useId();
  if (known.length === 0) return <Field autoComplete="off" {...field} />;
  return (
    <div>
      {/* Some browsers offer nothing in a field whose completion is off. */}
      <Field list={id} {...field} />
      <datalist id={id}>
        {known.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </div>
  );
}
