import type { Plan } from '../plan/shape/plan.ts';
import type { Slot } from '../plan/shape/slot.ts';
import type { CohortScript } from './cohort-script.ts';
import type { Isolation } from './driver.ts';
import type { Script } from './script.ts';

export type Layout = 'line' | 'clauses';

export interface Store {
  readonly name: string;
  /** Isolation level of mutations with several statements. */
  readonly isolation: Isolation;
  /** @throws ApiError OperationNotOffered if unsupported */
  compile(plan: Plan, layout?: Layout): Script;
  /** Returns undefined if one statement cannot run the plan for several callers. */
  compileCohort(plan: Plan, layout?: Layout): CohortScript | undefined;
  encode(value: unknown, slot: Slot): unknown;
}
