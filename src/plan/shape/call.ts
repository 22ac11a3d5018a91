import type { Entity, Parameter } from '../../model/model.ts';
import type { Selection } from './rows.ts';
import type { Slot } from './slot.ts';

export interface Call {
  /** Number among the writes of the operation; captured values refer to it. */
  readonly id: number;
  readonly entity: Entity;
  /** Arguments to pass. The database fills in parameters without an argument. */
  readonly arguments: readonly CallArgument[];
  readonly size: number;
  readonly selection: Selection;
}

export interface CallArgument {
  readonly parameter: Parameter;
  /** `null` passes NULL, or stands for an `out` parameter. */
  readonly value: Slot | null;
}
