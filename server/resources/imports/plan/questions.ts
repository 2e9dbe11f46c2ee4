import type { Question } from '../../../../contract/imports/importPreview.ts';
import type { RememberedSheets } from '../rememberedSheets.ts';

interface Choice {
  id: string;
  sheet: number | null;
  text: string;
  choices: { value: string; label: string; examples?: readonly string[] }[];
  /** What is taken where nobody chooses; without it nothing is imported before somebody does. */
  otherwise?: string;
}

interface Inputs {
  id: string;
  text: string;
  inputs: {
    id: string;
    label: string;
    help?: string;
    isOptional?: boolean;
    /** What the files may say. */
    suggestion?: string | undefined;
    /** What is here and may be meant. */
    known?: string[];
    /** What is taken where nobody answers. */
    otherwise?: string | undefined;
  }[];
}

/** As many values of a column stand beside a choice. */
const EXAMPLES = 3;

/** What only a person can say of the files, and what they said. */
export class Questions {
  readonly asked: Question[] = [];
  readonly #answers: Readonly<Record<string, string>>;

  /** What a person says now counts before what was said of sheets with the same headings. */
  constructor(answers: Readonly<Record<string, string>> | undefined, remembered: RememberedSheets) {
    const before = [...remembered.values()].flatMap((sheet) => Object.entries(sheet.answers));
    this.#answers = { ...Object.fromEntries(before), ...answers };
  }

  /** What was said of the sheet with these headings, by the ids of its questions. */
  saidOf(key: string): Record<string, string> {
    const own = this.asked.filter(({ id }) => id.split(':')[1] === key);
    return Object.fromEntries(
      own.flatMap(({ id }) => (this.answer(id) === '' ? [] : [[id, this.answer(id)]])),
    );
  }

  /** What a person wrote; empty where they have not. */
  answer(id: string): string {
    return this.#answers[id]?.trim() ?? '';
  }

  /** Asks for one of these; undefined where nobody has said which. */
  choose({ id, sheet, text, choices, otherwise }: Choice): string | undefined {
    const given = this.answer(id);
    const answer = choices.some(({ value }) => value === given) ? given : otherwise;
    if (!this.asked.some((question) => question.id === id)) {
      this.asked.push({
        id,
        sheet,
        text,
        choices: choices.map(({ value, label, examples = [] }) => ({
          value,
          label,
          examples: examples.slice(0, EXAMPLES),
        })),
        inputs: [],
        answer: answer ?? null,
      });
    }
    return answer;
  }

  /** Asks for texts. */
  ask({ id, text, inputs }: Inputs): void {
    const answerOf = (input: Inputs['inputs'][number]) => this.answer(input.id) || input.otherwise;
    const isAnswered = inputs.every((input) => input.isOptional === true || answerOf(input));
    this.asked.push({
      id,
      sheet: null,
      text,
      choices: [],
      inputs: inputs.map((input) => ({
        id: input.id,
        label: input.label,
        help: input.help ?? null,
        is_required: input.isOptional !== true,
        suggestion: input.suggestion ?? null,
        ...(input.known ? { known: input.known } : {}),
        answer: answerOf(input) ?? null,
      })),
      answer: isAnswered ? 'given' : null,
    });
  }
}
