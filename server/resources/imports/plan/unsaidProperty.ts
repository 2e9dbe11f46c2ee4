import { keyOf, type Places } from './places.ts';
import type { Questions } from './questions.ts';

/** The ids of the question for the property of rows that name none: one for each title that may be its name, and one for all others. */
export const unsaidIds = (title: string | undefined) => {
  const key = title === undefined ? '' : `:${keyOf(title)}`;
  return { property: `property${key}`, address: `property_address${key}` };
};

/** What is remembered of the property of sheets with these headings. It is offered the next time, and not taken without a word. */
export const propertyBefore = (key: string) => `property_before:${key}`;

/** The property of rows that name none: what a person answered, or the title above them where it is that of one that is here. */
export function unsaidProperty(title: string | undefined, places: Places, questions: Questions): string {
  const answer = questions.answer(unsaidIds(title).property);
  if (answer !== '' || title === undefined) return answer;
  return places.named(title).length > 0 ? title : '';
}
