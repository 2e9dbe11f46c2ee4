import { fullNameOf, REMOVAL_DAYS, type ListedUser } from '../../../contract/users/user.ts';
import type { useOnlineChange } from '../../forms/useOnlineChange.ts';

/** The changes by which managers remove a manager: one asks, and a second one or the one who leaves confirms. */
export function managerRemoval(change: ReturnType<typeof useOnlineChange>['change']) {
  async function request(user: ListedUser): Promise<void> {
    const name = fullNameOf(user);
    await change({
      route: 'requestManagerRemoval',
      input: { params: { id: String(user.id) } },
      question: {
        text: `Are you sure you want to remove ${name} from management?\nAnother manager, or ${name}, has to confirm it. Then the account is deactivated and signed out everywhere.`,
        confirmLabel: 'Ask for Removal',
        danger: true,
      },
      done: `Another manager, or ${name}, has to confirm this within ${REMOVAL_DAYS} days.`,
      failed: (reason) => `Failed to ask for the removal: ${reason}`,
    });
  }

  async function confirm(user: ListedUser): Promise<void> {
    const name = fullNameOf(user);
    await change({
      route: 'confirmManagerRemoval',
      input: { params: { id: String(user.id) } },
      question: {
        text: `Are you sure you want to remove ${name} from management?\nThe account is deactivated at once and signed out everywhere.`,
        confirmLabel: 'Remove',
        danger: true,
      },
      done: `${name} is no manager any more.`,
      failed: (reason) => `Failed to remove ${name}: ${reason}`,
    });
  }

  async function decline(user: ListedUser): Promise<void> {
    const name = fullNameOf(user);
    await change({
      route: 'declineManagerRemoval',
      input: { params: { id: String(user.id) } },
      done: `${name} stays a manager.`,
      failed: (reason) => `Failed to decline the removal: ${reason}`,
    });
  }

  return { request, confirm, decline };
}
