import type { Plan } from '../plan/shape/plan.ts';
import type { Slot } from '../plan/shape/slot.ts';
import type { Isolation } from './driver.ts';
import type { Script } from './script.ts';

/** A single line to send, or a line per clause for readers. */
export type Layout = 'line' | 'clauses';

/** Compiles plans; a `Driver` sends them. */
export interface Store {
  readonly name: string;
  /** For multi-statement mutations. */
  readonly isolation: Isolation;
  /** @throws ApiError OperationNotOffered if unsupported */
  compile(plan: Plan, layout?: Layout): Script;
  encode(value: unknown, slot: Slot): unknown;
}
