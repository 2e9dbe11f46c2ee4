import type { Question } from '../../../contract/imports/importPreview.ts';

/** What is missing of the questions that are open, each by its words. */
export function openQuestions(questions: readonly Question[]): { id: string; text: string }[] {
  return questions
    .filter(({ answer }) => answer === null)
    .map(({ id, text, inputs }) => {
      const missing = inputs.filter(isMissing).map(({ label }) => label);
      return { id, text: missing.length === 0 ? text : `${text} Missing: ${missing.join(', ')}.` };
    });
}

/** Whether nothing is imported without this text. A server of an earlier version does not say which is optional. */
export const isMissing = ({ is_required = true, answer }: Question['inputs'][number]) =>
  is_required && answer === null;
