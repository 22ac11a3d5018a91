import type { RowPath } from '../plan/row-paths.ts';
import type { Slot } from '../plan/slot.ts';

/** What a store runs for one plan. Immutable, cached, shared by every call of the same shape. */
export interface Script {
  /** One for a query that asks a store for anything, none for one that does not. */
  readonly steps: readonly ReadStep[];
  /** Page sizes of lists that stand in each other, for the bound on rows. */
  readonly rowPaths: readonly RowPath[];
  /** Names of the entities that the answer is made from. */
  readonly entities: readonly string[];
  /** The answer's root fields in order. */
  readonly roots: readonly ScriptRoot[];
}

export interface ReadStep {
  readonly kind: 'read';
  readonly text: string;
  /** Equal for equal texts: the name of the prepared statement. */
  readonly name: string;
  /** The slots of the parameters, in the order of their placeholders. */
  readonly slots: readonly Slot[];
  /** What each root value is, by index, for stores whose statements give a row for each item of a list. */
  readonly shapes: readonly ('one' | 'list' | 'connection')[];
}

export type ScriptRoot =
  /** JSON text known beforehand. */
  | { readonly kind: 'constant'; readonly key: string; readonly json: string }
  /** Answered by the schema itself. */
  | { readonly kind: 'introspection'; readonly key: string }
  /** The `index`-th value of the step's outcome. */
  | { readonly kind: 'value'; readonly key: string; readonly index: number };

/** A script with the values of one call. */
export interface BoundStep {
  readonly step: ReadStep;
  /** One for each slot, as the driver sends them. */
  readonly values: readonly unknown[];
}
