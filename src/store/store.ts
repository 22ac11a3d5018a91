import type { Plan } from '../plan/shape/plan.ts';
import type { Slot } from '../plan/shape/slot.ts';
import type { Isolation } from './driver.ts';
import type { Script } from './script.ts';

/** SQL layout: a single line to send, or a line per clause for readers. */
export type Layout = 'line' | 'clauses';

/** Compiles plans for one kind of database; a `Driver` sends the result. */
export interface Store {
  readonly name: string;
  /** Isolation level of multi-statement mutations: each statement sees changes committed before it. */
  readonly isolation: Isolation;
  /** @throws Refusal OperationNotOffered for unsupported operations */
  compile(plan: Plan, layout?: Layout): Script;
  /** Encodes a checked value for the driver. */
  encode(value: unknown, slot: Slot): unknown;
}
