import type { WriteError } from '../plan/shape/changes.ts';

export type ChangeStep = WriteStep | RereadStep | RoutineStep;

export type WriteStep = FindStep | InsertStep | UpdateStep | DeleteStep | ProbeStep;

export type RereadStep = CaptureStep | ResponseStep;

export type RoutineStep = FunctionStep | CallStep | CallHelperStep;

/** When a step runs: always, or depending on earlier writes. Each write has a number. */
export type StepCondition =
  | { readonly kind: 'always' }
  | { readonly kind: 'noneChanged'; readonly writes: readonly number[] }
  | AfterChange;

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
  /** Error if no row is affected. */
  readonly onNone?: WriteError;
}

interface ChecksNewRows {
  /** Error if a row does not satisfy the `WITH CHECK` predicate. */
  readonly onCheckFailed?: WriteError;
  readonly mustCapture?: RequiredColumns;
}

/** Nested rows reference these columns, which must not be null. */
export interface RequiredColumns {
  readonly columns: readonly string[];
  readonly onMissing: WriteError;
}

interface FindStep extends StepOfWrite {
  readonly kind: 'find';
  readonly entity: string;
  /** Error if several rows are affected. */
  readonly onSeveral?: WriteError;
}

interface InsertStep extends StepOfWrite, ChecksNewRows {
  readonly kind: 'insert';
  /** Absent for a junction without an entity. */
  readonly entity?: string;
  /** Minimum number of created rows. `onNone` is the error for fewer rows. */
  readonly atLeast: number;
  /** True for a single row that no trigger, deferred constraint, or later step can reject. */
  readonly cannotFailAtCommit: boolean;
  /** True if the insert fails when a concurrent transaction inserts the key. */
  readonly failsOnConflict: boolean;
}

interface UpdateStep extends StepOfWrite, ChecksNewRows {
  readonly kind: 'update';
  readonly entity: string;
  /** Error if several rows are affected. */
  readonly onSeveral?: WriteError;
  /** Error if fewer rows change than the find step has found. */
  readonly onRowsSkipped?: WriteError;
}

interface DeleteStep extends StepOfWrite {
  readonly kind: 'delete';
  readonly entity: string;
  /** Error if several rows are affected. */
  readonly onSeveral?: WriteError;
  /** Error if fewer rows change than the find step has found. */
  readonly onRowsSkipped?: WriteError;
}

interface ProbeStep extends StepOfWrite {
  readonly kind: 'probe';
  readonly entity: string;
  /** Error if a row exists. */
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
interface ResponseStep extends Step {
  readonly kind: 'reread';
  readonly entity: string;
  readonly when: AfterChange;
  /** Error if a row does not satisfy the `WITH CHECK` predicate. */
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

/** The procedure may end the transaction if it is the only step. */
interface CallStep extends StepOfRoutine {
  readonly kind: 'call';
  readonly write: number;
  readonly captures: readonly string[];
}

/** Assigns parameters, or serializes the result. */
interface CallHelperStep extends StepOfRoutine {
  readonly kind: 'prepareCall' | 'showResult';
}

/** A step with a row count. */
export type CountedStep = WriteStep | FunctionStep | CallStep;

export function isCounted(step: ChangeStep): step is CountedStep {
  switch (step.kind) {
    case 'capture':
    case 'reread':
    case 'prepareCall':
    case 'showResult':
      return false;
    default:
      return true;
  }
}

export const isRoutine = (step: ChangeStep): step is RoutineStep => 'onlyReads' in step;

export function isSkipped({ when }: ChangeStep, hasChanged: (write: number) => boolean): boolean {
  switch (when.kind) {
    case 'always':
      return false;
    case 'noneChanged':
      return when.writes.some(hasChanged);
    case 'changed':
      return !hasChanged(when.write);
  }
}
