import type { Entity, Parameter } from '../../model/model.ts';
import type { Selection } from './rows.ts';
import type { Slot } from './slot.ts';

/** One run of a function or procedure. */
export interface Call {
  /** Its number among the writes of the operation, by which captured values name it. */
  readonly id: number;
  /** Its `routine` is run. */
  readonly entity: Entity;
  /** Parameters that are given a value; the database fills in the others. */
  readonly arguments: readonly CallArgument[];
  /** Rows that are shown at most: the first ones. */
  readonly size: number;
  readonly selection: Selection;
}

export interface CallArgument {
  readonly parameter: Parameter;
  /** Null for NULL, and for an `out` parameter. */
  readonly value: Slot | null;
}
