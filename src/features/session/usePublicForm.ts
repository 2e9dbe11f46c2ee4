import { useForm, type DefaultValues, type FieldValues, type Path } from 'react-hook-form';
import { fieldMessages, type FieldMessages } from '../../../contract/http/failure.ts';
import type { Route, UntypedInput } from '../../../contract/http/route.ts';
import { useBusy } from '../../ui/forms/useBusy.ts';

interface PublicFormOptions<Typed extends FieldValues> {
  route: Route;
  initial: Typed;
  /** What is sent; its fields are named as the form's, so that what is wrong is said at its field. */
  bodyOf: (typed: Typed) => UntypedInput['body'];
  /** Sends it, and returns the server's messages for fields if it refused. */
  send: (typed: Typed) => Promise<FieldMessages>;
}

/** A form of somebody who is not signed in, by the contract's own rules. What is typed is never kept on the device. */
export function usePublicForm<Typed extends FieldValues>({
  route,
  initial,
  bodyOf,
  send,
}: PublicFormOptions<Typed>) {
  const form = useForm<Typed>({
    defaultValues: initial as DefaultValues<Typed>,
    resolver: (typed) => {
      const parsed = route.body?.safeParse(bodyOf(typed));
      if (parsed?.success !== false) return { values: typed, errors: {} };
      const errors = Object.entries(fieldMessages(parsed.error)).map(
        ([name, message]) => [name, { type: 'contract', message }] as const,
      );
      return { values: {}, errors: Object.fromEntries(errors) as never };
    },
  });
  const { errors } = form.formState;
  const { busy, run } = useBusy();
  const submit = form.handleSubmit(async (typed) => {
    const refused = Object.entries(await run(() => send(typed))).filter(([name]) => name in initial);
    for (const [name, message] of refused) {
      form.setError(name as Path<Typed>, { message }, { shouldFocus: true });
    }
  });
  return {
    form,
    busy,
    submit: (event: React.SubmitEvent<HTMLFormElement>) => void submit(event),
    field: (name: Path<Typed>) => ({
      ...form.register(name),
      error: errors[name]?.message as string | undefined,
    }),
  };
}
