type Listener = (event: { data: unknown }) => void;

interface Member {
  name: string;
  owner: { dead: boolean };
  hear: Listener;
}

/** The broadcast channels of one phone. */
export class Channels {
  private members: Member[] = [];

  /** The `BroadcastChannel` that one tab or worker finds. */
  of(owner: { dead: boolean }) {
    const join = (member: Member) => this.members.push(member);
    const say = (from: Member, data: unknown) => {
      if (owner.dead) return;
      this.members = this.members.filter((each) => !each.owner.dead);
      for (const each of this.members) {
        // No channel hears itself.
        if (each === from || each.name !== from.name) continue;
        queueMicrotask(() => {
          if (!each.owner.dead) each.hear({ data: structuredClone(data) });
        });
      }
    };
    return class {
      onmessage: Listener | undefined;
      private readonly listeners = new Set<Listener>();
      private readonly member: Member;

      constructor(name: string) {
        this.member = { name, owner, hear: (event) => this.hear(event) };
        join(this.member);
      }

      postMessage(data: unknown): void {
        say(this.member, data);
      }

      addEventListener(_type: 'message', listener: Listener): void {
        this.listeners.add(listener);
      }

      private hear(event: { data: unknown }): void {
        this.onmessage?.(event);
        for (const listener of this.listeners) listener(event);
      }
    };
  }
}
