import './policies.ts';

// A page that replays the outbox itself may have shown no screen that registers the policies.
export { replay } from '../engine/outbox/replay.ts';
