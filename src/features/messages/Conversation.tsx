import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { useCachedQuery } from '../../offline/hooks/useCachedQuery.ts';
import { useOnline } from '../../offline/hooks/useOnline.ts';
import {
  mayEdit,
  messagesWithUnsent,
  type ListedMessage,
  type ListedThread,
  type MessageItem,
} from '../../offline/subjects/conversations/threadList.ts';
import { useOutbox } from '../../offline/subjects/useOutbox.ts';
import { Loaded } from '../../screens/Loaded.tsx';
import { useUser } from '../../session/session.tsx';
import { Entries } from '../../subjects/conversation/Entries.tsx';
import { standingText } from '../../subjects/messages/threadTexts.ts';
import { useThreads } from '../../subjects/messages/useThreads.ts';
import { HomeLink } from '../../subjects/units/HomeLink.tsx';
import { PersonLink } from '../../subjects/users/PersonLink.tsx';
import { Problem } from '../../ui/feedback/Problem.tsx';
import { StickyNotice } from '../../ui/feedback/StickyNotice.tsx';
import { Button } from '../../ui/forms/Button.tsx';
import { ButtonLink } from '../../ui/forms/ButtonLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { COMES_BACK, useDialogAddress } from '../../ui/layout/dialogAddress.ts';
import { PageHeading } from '../../ui/layout/PageHeading.tsx';
import { TextLink } from '../../ui/layout/TextLink.tsx';
import { EditMessage } from './EditMessage.tsx';
import { ReplyForm } from './ReplyForm.tsx';
import { useMarkRead } from './useMarkRead.ts';
import { bodyTo, useWriting } from './useWriting.ts';

/** `/messages/:id` and `/admin/messages/:id`: one conversation, by the UUID or the id that it has. */
export default function Conversation() {
  const { id = '' } = useParams();
  const { is_manager } = useUser();
  const online = useOnline();
  const threads = useThreads();
  const writing = useWriting();
  const { address, open, close } = useDialogAddress();
  const listed = threads.data?.find(({ uuid, thread }) => uuid === id || String(thread?.id) === id);
  const edited = listed?.unsent.find(({ id: item }) => item === address.get('edit-message'));
  const closes = is_manager && listed?.thread && listed.state !== 'closed';
  return (
    <>
      <PageHeading
        title={is_manager && listed ? listed.about : 'Messages'}
        description={listed && <About listed={listed} isManager={is_manager} />}
        action={
          <>
            <ButtonLink to={writing.base} variant="secondary">
              Back to Messages
            </ButtonLink>
            {closes && (
              <Button
                variant="secondary"
                onClick={() => void writing.add(listed.uuid, listed, { kind: 'closed' })}
              >
                Close Conversation
              </Button>
            )}
          </>
        }
      />
      <StickyNotice notice={writing.notice} onDone={() => writing.setNotice(undefined)} />
      <Loaded query={threads} failed="Unable to load your messages">
        {() =>
          listed ? (
            <Card title={listed.subject}>
              <Said
                key={listed.uuid}
                listed={listed}
                sending={threads.sending}
                onEdit={(item) => open({ 'edit-message': item })}
              />
              <Write key={`write ${listed.uuid}`} listed={listed} writing={writing} />
            </Card>
          ) : (
            <Problem>
              {online
                ? 'This conversation is not there any more.'
                : 'This is not on this device yet. It is read once you are back online.'}
            </Problem>
          )
        }
      </Loaded>
      {edited && <EditMessage key={edited.id} item={edited} onSave={writing.edit} onClose={close} />}
    </>
  );
}

function About({ listed, isManager }: { listed: ListedThread; isManager: boolean }) {
  const { user_id, unit_id, about } = listed;
  if (!isManager) return unit_id === null ? <>With management</> : <>Management with {about}</>;
  return (
    <>
      {unit_id !== null ? (
        <HomeLink unit={unit_id}>Open home</HomeLink>
      ) : (
        user_id !== null && <PersonLink id={user_id}>Open person</PersonLink>
      )}
      {', '}
      {standingText(listed).toLowerCase()}
    </>
  );
}

interface SaidProps {
  listed: ListedThread;
  sending: string | undefined;
  /** Opens the dialog that changes an unsent message, by its id. */
  onEdit: (item: string) => void;
}

/** All that was said. The server is not asked about what it does not have yet. */
function Said(props: SaidProps) {
  return props.listed.thread ? <Sent {...props} /> : <Messages {...props} messages={[]} />;
}

function Sent(props: SaidProps) {
  const { listed } = props;
  const query = useCachedQuery('listMessages', { params: { id: listed.uuid } });
  useMarkRead(listed, query.data);
  return (
    <Loaded query={query} failed="Unable to load the messages" loading={<p>Loading...</p>}>
      {(messages) => <Messages {...props} messages={messages} />}
    </Loaded>
  );
}

function Messages({
  listed,
  messages,
  sending,
  onEdit,
}: SaidProps & { messages: Parameters<typeof messagesWithUnsent>[0] }) {
  const { items = [] } = useOutbox();
  return (
    <Entries
      label="Messages"
      sending={sending}
      entries={messagesWithUnsent(messages, items, listed.uuid).map((each) => entryOf(each, onEdit))}
    />
  );
}

function entryOf({ event, unsent }: ListedMessage, onEdit: SaidProps['onEdit']) {
  return {
    ...event,
    key: event.created_with ?? event.id,
    title: event.kind === 'closed' ? 'Closed' : undefined,
    unsent,
    below: unsent && <UnsentMessage item={unsent} onEdit={onEdit} />,
  };
}

/** Why a message was refused, and the button that opens the dialog to edit it. */
function UnsentMessage({ item, onEdit }: { item: MessageItem; onEdit: SaidProps['onEdit'] }) {
  return (
    <>
      {item.refusal && (
        <p className="text-danger">
          {item.refusal.failure.message} <TextLink to="/outbox">Decide under Unsent</TextLink>
        </p>
      )}
      {mayEdit(item) && (
        <div>
          <Button variant="secondary" onClick={() => onEdit(item.id)}>
            Edit
          </Button>
        </div>
      )}
    </>
  );
}

interface WriteProps {
  listed: ListedThread;
  writing: ReturnType<typeof useWriting>;
}

function Write({ listed, writing }: WriteProps) {
  const { is_manager } = useUser();
  const [sent, setSent] = useState(0);
  if (!listed.may_write) {
    return (
      <p className="text-muted">
        You do not live there any more.{' '}
        <TextLink to="/messages?new=1" state={COMES_BACK}>
          Write a new message
        </TextLink>
      </p>
    );
  }
  return (
    <>
      {listed.state === 'closed' && (
        <p className="text-muted">This conversation is closed. A new message opens it again.</p>
      )}
      {/* The next message is written in a form of its own. */}
      <ReplyForm
        key={sent}
        uuid={listed.uuid}
        onSubmit={async (text, draft) => {
          await writing.add(listed.uuid, listed, bodyTo(listed, is_manager, text), draft);
          setSent((count) => count + 1);
        }}
      />
    </>
  );
}
