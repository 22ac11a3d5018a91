import type { Plan } from '../plan/shape/plan.ts';
import type { Slot } from '../plan/shape/slot.ts';
import type { Isolation } from './driver.ts';
import type { Script } from './script.ts';

/** How statements are written: on one line, to be sent; or with a line for each clause, to be read by people. */
export type Layout = 'line' | 'clauses';

/** Compiles plans for one kind of database; a `Driver` sends what it compiles. */
export interface Store {
  readonly name: string;
  /** What mutations need that are more than one statement: what others have committed shows to each statement anew. */
  readonly isolation: Isolation;
  /** @throws Refusal OperationNotOffered for what this store cannot do */
  compile(plan: Plan, layout?: Layout): Script;
  /** A checked value as the driver sends it. */
  encode(value: unknown, slot: Slot): unknown;
}
