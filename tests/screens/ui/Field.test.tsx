import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { expect, test, vi } from 'vitest';

import { Field } from '../../../src/ui/forms/Field.tsx';
import { PasswordField } from '../../../src/ui/forms/PasswordField.tsx';

function EmailForm({ onSubmit }: { onSubmit: (values: { email: string }) => void }) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '' } });
  return (
    <form noValidate onSubmit={handleSubmit((values) => onSubmit(values))}>
      <Field
        label="Email"
        required
        help="We only write about your home."
        error={formState.errors.email?.message}
        {...register('email', { required: 'Email is required' })}
      />
      <button type="submit">Save</button>
    </form>
  );
}

test("a field's error is said at the field, which is focused and marked invalid", async () => {
  const onSubmit = vi.fn();
  render(<EmailForm onSubmit={onSubmit} />);
  const user = userEvent.setup();
  const email = screen.getByLabelText('Email');
  expect(email).toBeRequired();
  expect(email).toBeValid();
  expect(email).toHaveAccessibleDescription('We only write about your home.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Email is required');
  expect(email).toBeInvalid();
  expect(email).toHaveFocus();
  expect(email).toHaveAccessibleDescription('We only write about your home. Email is required');
  await user.type(email, 'ada@example.com');
  expect(email).toBeValid();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ email: 'ada@example.com' });
});

test('a password can be shown and hidden again', async () => {
  render(<PasswordField label="Password" autoComplete="current-password" />);
  const user = userEvent.setup();
  const password = screen.getByLabelText('Password');
  expect(password).toHaveAttribute('type', 'password');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(password).toHaveAttribute('type', 'text');
  await user.click(screen.getByRole('button', { name: 'Hide' }));
  expect(password).toHaveAttribute('type', 'password');
});
