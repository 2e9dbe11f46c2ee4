import { useState } from 'react';
import { Link } from 'react-router-dom';
import { forgottenPasswordRoutes } from '../../../contract/users/forgottenPassword.ts';
import { call } from '../../api/call.ts';
import { useCommunity } from '../../subjects/community/community.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { usePublicForm } from './usePublicForm.ts';
import { useSending } from './useSending.ts';
import { HowToAsk, WhomToAsk } from './WhomToAsk.tsx';

/** `/forgot-password`: sends a link to one's address, or says whom to ask. */
export default function ForgotPassword() {
  const community = useCommunity();
  return (
    <div className="mx-auto w-full max-w-md">
      <PageHeading title="Forgot Your Password?" />
      <Card>{community?.sends_mail ? <AddressForm /> : <WhomToAsk />}</Card>
      <p className="mt-6 text-center">
        <Link to="/login" className="font-semibold text-accent-ink underline">
          Back to the login
        </Link>
      </p>
    </div>
  );
}

function AddressForm() {
  const [sent, setSent] = useState<string>();
  const { problem, sending } = useSending('You need a connection to ask for a link.');
  const { field, submit, busy } = usePublicForm({
    route: forgottenPasswordRoutes.forgetPassword,
    initial: { email: '' },
    bodyOf: (typed) => typed,
    send: (body) =>
      sending(async () => {
        const { message } = await call(forgottenPasswordRoutes.forgetPassword, { body });
        setSent(message);
      }),
  });
  if (sent !== undefined) {
    return (
      <>
        <Banner type="success">{sent}</Banner>
        <p className="text-muted">Nothing came? Look into the spam folder too.</p>
        <HowToAsk />
      </>
    );
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {problem && <Banner type="error">{problem}</Banner>}
      <p>Enter your email address, and we send you a link to choose a new password.</p>
      <Field label="Email" type="email" autoComplete="email" required {...field('email')} />
      <Button type="submit" busy={busy} busyLabel="Sending...">
        Send Link
      </Button>
    </form>
  );
}
