import type { WriteError } from '../plan/shape/changes.ts';

export type ChangeStep = WriteStep | RereadStep | RoutineStep;

export type WriteStep = FindStep | InsertStep | UpdateStep | DeleteStep | ProbeStep;

export type RereadStep = CaptureStep | ReadBackStep;

export type RoutineStep = FunctionStep | CallStep | CallHelperStep;

/** Writes are identified by number. */
export type StepCondition =
  | { readonly kind: 'always' }
  /** None of these writes has changed a row. */
  | { readonly kind: 'noneChanged'; readonly writes: readonly number[] }
  | AfterChange;

/** This write has changed a row, or its find step has found one. */
interface AfterChange {
  readonly kind: 'changed';
  readonly write: number;
}

interface Step {
  /** Response key of the root field. */
  readonly root: string;
  readonly when: StepCondition;
}

interface StepOfWrite extends Step {
  readonly write: number;
  readonly captures: readonly string[];
  /** Used if no row is affected. */
  readonly onNone?: WriteError;
}

interface ChecksNewRows {
  readonly onCheckFailed?: WriteError;
  readonly mustCapture?: RequiredColumns;
}

/** Columns that nested rows reference, which must not be null. */
export interface RequiredColumns {
  readonly columns: readonly string[];
  readonly onMissing: WriteError;
}

/** Finds the rows that the next step changes. */
interface FindStep extends StepOfWrite {
  readonly kind: 'find';
  readonly entity: string;
  readonly onSeveral?: WriteError;
}

interface InsertStep extends StepOfWrite, ChecksNewRows {
  readonly kind: 'insert';
  /** Absent for a plain junction table. */
  readonly entity?: string;
  /** Minimum number of created rows; otherwise `onNone` is used. */
  readonly atLeast: number;
  /** True for one row that no deferred check can reject. Plain inserts can share a transaction. */
  readonly isPlain: boolean;
  /** Fails if the key is taken concurrently. */
  readonly failsIfTaken: boolean;
}

interface UpdateStep extends StepOfWrite, ChecksNewRows {
  readonly kind: 'update';
  readonly entity: string;
  readonly onSeveral?: WriteError;
  /** Used if fewer rows change than the find step has found. */
  readonly onHeldBack?: WriteError;
}

interface DeleteStep extends StepOfWrite {
  readonly kind: 'delete';
  readonly entity: string;
  readonly onSeveral?: WriteError;
  /** Used if fewer rows change than the find step has found. */
  readonly onHeldBack?: WriteError;
}

interface ProbeStep extends StepOfWrite {
  readonly kind: 'probe';
  readonly entity: string;
  readonly onSome: WriteError;
}

/** Reads columns that later writes need. */
interface CaptureStep extends Step {
  readonly kind: 'capture';
  readonly entity: string;
  readonly when: AfterChange;
  readonly captures: readonly string[];
  readonly mustCapture?: RequiredColumns;
}

/** Reads written rows for the response. */
interface ReadBackStep extends Step {
  readonly kind: 'readBack';
  readonly entity: string;
  readonly when: AfterChange;
  readonly onCheckFailed?: WriteError;
}

interface StepOfRoutine extends Step {
  readonly when: { readonly kind: 'always' };
  readonly onlyReads: boolean;
}

interface FunctionStep extends StepOfRoutine {
  readonly kind: 'function';
  readonly write: number;
}

/** Runs a procedure, which may end the transaction if it is the only step. */
interface CallStep extends StepOfRoutine {
  readonly kind: 'call';
  readonly write: number;
  readonly captures: readonly string[];
}

/** Assigns the parameters of a procedure, or serializes its result. */
interface CallHelperStep extends StepOfRoutine {
  readonly kind: 'prepareCall' | 'showResult';
}

/** A step with a row count. */
export type CountedStep = WriteStep | FunctionStep | CallStep;

export function isCounted(step: ChangeStep): step is CountedStep {
  switch (step.kind) {
    case 'capture':
    case 'readBack':
    case 'prepareCall':
    case 'showResult':
      return false;
    default:
      return true;
  }
}

export const isRoutine = (step: ChangeStep): step is RoutineStep => 'onlyReads' in step;

/** @param changed returns whether a write has changed or found a row */
export function isSkipped({ when }: ChangeStep, changed: (write: number) => boolean): boolean {
  switch (when.kind) {
    case 'always':
      return false;
    case 'noneChanged':
      return when.writes.some(changed);
    case 'changed':
      return !changed(when.write);
  }
}
