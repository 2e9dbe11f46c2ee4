import { screen } from '@testing-library/react';
import type { App } from '../app.tsx';

export const issue = () => screen.findByLabelText('Issue');
export const submit = (app: App) => app.user.click(screen.getByRole('button', { name: 'Submit Request' }));
