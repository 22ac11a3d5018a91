import type { ErrorCode, ErrorDetails } from '../../base/errors.ts';
import type { Entity } from '../../model/model.ts';
import type { Predicate } from './predicate.ts';
import type { PagedRows, RowMetadata, Rows } from './rows.ts';
import type { Slot } from './slot.ts';

/** A field of the mutation root: its writes in order, and what is answered of their rows. */
export interface Change {
  readonly writes: readonly Write[];
  readonly answer: ChangeAnswer;
}

/** One write of rows of one table, or a probe whether there are any. */
export type Write = Insert | Update | Delete | Probe;

interface OneWrite {
  /** Its number in the operation, counted from 0, by which captured values name it. */
  readonly id: number;
  readonly table: {
    readonly schema: string;
    readonly name: string;
    /** True for a junction that is a plain table and has triggers; of others their entity tells. */
    readonly triggers?: boolean;
  };
  /** Absent for a junction that is a plain table. */
  readonly entity?: Entity;
  /** It changes, or finds, one row at most: the database holds every row to a key of its own. */
  readonly atMostOne?: true;
  /** It is left out where one of these writes has changed, or found, a row. */
  readonly unless?: readonly number[];
  /** The refusal where it changes or finds no row, or creates fewer rows than it was given; absent where that may happen. */
  readonly onNone?: WriteRefusal;
  /** The refusal where it changes more than one row; absent where that may happen, or cannot. */
  readonly onSeveral?: WriteRefusal;
}

export interface Insert extends OneWrite {
  readonly kind: 'insert';
  readonly columns: readonly string[];
  /** A column takes the given values only where the statement says OVERRIDING: `GENERATED ALWAYS AS IDENTITY`. */
  readonly overriding?: true;
  /** A column for which some rows give a value, and the database makes a number for the others. */
  readonly numbered?: string;
  /** A value for each column; absent ones get their default. */
  readonly rows: readonly (readonly (Slot | undefined)[])[];
  /** Columns of a key. Where another row has the same values in them, no row is made, and that is no error. */
  readonly onConflictSkip?: readonly string[];
  readonly check?: CheckPredicate;
}

export interface Update extends OneWrite {
  readonly kind: 'update';
  readonly entity: Entity;
  /** Empty: the rows are locked, and stay as they are. */
  readonly set: readonly Assignment[];
  readonly where?: Predicate;
  readonly check?: CheckPredicate;
}

export interface Delete extends OneWrite {
  readonly kind: 'delete';
  readonly entity: Entity;
  readonly where?: Predicate;
}

/** Whether there are rows. */
export interface Probe extends OneWrite {
  readonly kind: 'probe';
  readonly entity: Entity;
  readonly where: Predicate;
  readonly onSome: WriteRefusal;
}

/** A value for a column; without `value` it gets its default. */
export interface Assignment {
  readonly column: string;
  readonly value?: Slot;
}

/** What every row must fulfil once it is written, as SQL's WITH CHECK has it. */
export interface CheckPredicate {
  readonly predicate: Predicate;
  readonly onFailed: WriteRefusal;
}

/** A refusal that is planned with a write, for the case that the write comes out so. */
export interface WriteRefusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: ErrorDetails;
  /** Why the whole transaction is run again before the refusal is returned: other changes may have come in between. */
  readonly again?: 'overtaken' | 'heldBack';
}

export type ChangeAnswer =
  /** The answer is null, since the role may not read what it writes. */
  | { readonly kind: 'nothing' }
  /** The row that was changed, by whichever of these writes changed one: as it is afterwards, or as it was before it was deleted. */
  | {
      readonly kind: 'one';
      readonly of: readonly number[];
      readonly rows: Rows;
      readonly apart?: readonly RowMetadata[];
      /** The values of its key, where they are known beforehand. */
      readonly key?: readonly Slot[];
    }
  /** The rows of these writes, each write's together. Where its facts stand apart, the JSON is that of its items. */
  | {
      readonly kind: 'many';
      readonly of: readonly number[];
      readonly facts: readonly ChangeMetadata[];
      readonly apart?: true;
    };

export type ChangeMetadata =
  /** Without rows: null, as the role may not read them. */
  | { readonly kind: 'items'; readonly key: string; readonly rows?: PagedRows }
  | { readonly kind: 'affected'; readonly key: string }
  | { readonly kind: 'typename'; readonly key: string; readonly name: string };
