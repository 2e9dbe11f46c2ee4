import { useNavigate } from 'react-router-dom';
import type { Input } from '../../../contract/http/route.ts';
import type { Routes } from '../../../contract/routes.ts';
import { useQueuedNotice } from '../../forms/useQueuedNotice.ts';
import type { DraftVersion } from '../../offline/engine/drafts.ts';
import {
  recordOfThread,
  type ListedThread,
  type MessageItem,
} from '../../offline/subjects/conversations/threadList.ts';
import { useOutbox } from '../../offline/subjects/useOutbox.ts';
import { useUser } from '../../session/session.tsx';

export type MessageBody = Input<Routes['addMessage']>['body'];

/** Whom a conversation is with. */
export type Recipient = Pick<ListedThread, 'about' | 'user_id' | 'unit_id'>;

/** The body of a message as its author sends it: a manager names whom it is for, since it may start the conversation. */
export function bodyTo({ user_id, unit_id }: Recipient, isManager: boolean, text: string): MessageBody {
  if (!isManager) return { text };
  return unit_id === null ? { text, user_id: user_id ?? undefined } : { text, unit_id };
}

/** The one way in which messages are queued, and what becomes of the last one. */
export function useWriting() {
  const { is_manager } = useUser();
  const { submit, revise } = useOutbox();
  const { notice, setNotice, follow } = useQueuedNotice();
  const navigate = useNavigate();
  const base = is_manager ? '/admin/messages' : '/messages';

  async function add(uuid: string, to: Recipient, body: MessageBody, draft?: DraftVersion): Promise<void> {
    setNotice(undefined);
    const item = await submit({
      route: 'addMessage',
      input: { params: { id: uuid }, body },
      record: recordOfThread(uuid),
      shown: { about: to.about, by_management: is_manager },
      ...(draft ? { draft } : {}),
    });
    followSent(item, body.kind === 'closed');
  }

  function followSent(item: string, closes: boolean): void {
    void follow(item, {
      sent: closes ? 'The conversation was closed.' : 'Your message was sent.',
      refused: (reason) => `${closes ? 'Failed to close it' : 'Failed to send the message'}: ${reason}`,
    });
  }

  /** Changes the words of a message that is not sent yet, and sends it again where it was refused. */
  async function edit({ id, input, shown }: MessageItem, text: string): Promise<void> {
    setNotice(undefined);
    followSent(await revise(id, { body: { ...input.body, text }, photos: [], shown }), false);
  }

  /** Starts a conversation and opens it. */
  async function start(to: Recipient, text: string, draft: DraftVersion): Promise<void> {
    const uuid = crypto.randomUUID();
    await add(uuid, to, bodyTo(to, is_manager, text), draft);
    void navigate(`${base}/${uuid}`, { replace: true });
  }

  return { base, notice, setNotice, add, edit, start };
}
