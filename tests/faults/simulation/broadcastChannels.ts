type Listener = (event: { data: unknown }) => void;

interface Channel {
  name: string;
  owner: { dead: boolean };
  receive: Listener;
}

/** The broadcast channels of one phone. */
export class BroadcastChannels {
  private channels: Channel[] = [];

  /** The `BroadcastChannel` that one tab or worker finds. */
  of(owner: { dead: boolean }) {
    const join = (channel: Channel) => this.channels.push(channel);
    const broadcast = (from: Channel, data: unknown) => {
      if (owner.dead) return;
      this.channels = this.channels.filter((each) => !each.owner.dead);
      for (const each of this.channels) {
        // No channel hears itself.
        if (each === from || each.name !== from.name) continue;
        queueMicrotask(() => {
          if (!each.owner.dead) each.receive({ data: structuredClone(data) });
        });
      }
    };
    return class {
      onmessage: Listener | undefined;
      private readonly listeners = new Set<Listener>();
      private readonly channel: Channel;

      constructor(name: string) {
        this.channel = { name, owner, receive: (event) => this.receive(event) };
        join(this.channel);
      }

      postMessage(data: unknown): void {
        broadcast(this.channel, data);
      }

      addEventListener(_type: 'message', listener: Listener): void {
        this.listeners.add(listener);
      }

      private receive(event: { data: unknown }): void {
        this.onmessage?.(event);
        for (const listener of this.listeners) listener(event);
      }
    };
  }
}
