import { Link } from 'react-router-dom';
import { useCommunity } from '../../subjects/community/community.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { LoginForm } from './LoginForm.tsx';
import { WhomToAsk } from './WhomToAsk.tsx';

/** `/login`; the router redirects to the first screen after the sign-in. */
export function Login() {
  const community = useCommunity();
  return (
    <div className="mx-auto w-full max-w-md">
      <PageHeading title="Welcome Back" description="Sign in to access your account" />
      <Card>
        <LoginForm />
      </Card>
      <p className="mt-6 text-center">
        <Link to="/register" className="font-semibold text-accent-ink underline">
          Need an account? Register here
        </Link>
      </p>
      <div className="mt-3 text-center">
        {community?.sends_mail ? (
          <Link to="/forgot-password" className="font-semibold text-accent-ink underline">
            Forgot your password?
          </Link>
        ) : (
          <WhomToAsk />
        )}
      </div>
    </div>
  );
}
