import type { ErrorCode, ErrorDetails } from '../../base/errors.ts';
import type { Entity } from '../../model/model.ts';
import type { Predicate } from './predicate.ts';
import type { PagedRows, RowFact, Rows } from './rows.ts';
import type { Slot } from './slot.ts';

/** A field of the mutation root: what is written, step by step, and what is answered of it. */
export interface Change {
  readonly writes: readonly Write[];
  readonly answer: ChangeAnswer;
}

/** One write of rows of one table, or a look at whether there are any. */
export type Write = Insert | Update | Delete | Probe;

interface OneWrite {
  /** Counted from 0 through the whole operation; captured values name it. */
  readonly id: number;
  readonly table: { readonly schema: string; readonly name: string };
  /** Absent for a junction that is a plain table. */
  readonly entity?: Entity;
  /** It is left out where one of these writes has changed, or found, a row. */
  readonly unless?: readonly number[];
  /** What is said where it changes, or finds, no row, or creates fewer than it was given; absent where that may be. */
  readonly onNone?: WriteRefusal;
  /** What is said where it changes more than one row; absent where that may be, or cannot be. */
  readonly onSeveral?: WriteRefusal;
}

export interface Insert extends OneWrite {
  readonly kind: 'insert';
  readonly columns: readonly string[];
  /** Whether a column takes the values that are given only where the statement says that it has to. */
  readonly overriding?: true;
  /** A value for each column; absent ones get their default. */
  readonly rows: readonly (readonly (Slot | undefined)[])[];
  /** Where another row has the same values in these columns, none is made, and that is no error. */
  readonly unlessTaken?: readonly string[];
  readonly check?: RowCheck;
}

export interface Update extends OneWrite {
  readonly kind: 'update';
  readonly entity: Entity;
  /** Nothing: the rows are locked, and stay as they are. */
  readonly set: readonly Assignment[];
  readonly where?: Predicate;
  readonly check?: RowCheck;
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

/** A value for a column; absent: its default. */
export interface Assignment {
  readonly column: string;
  readonly value?: Slot;
}

/** What every row must fulfil once it is written, as SQL's WITH CHECK has it. */
export interface RowCheck {
  readonly predicate: Predicate;
  readonly onFailed: WriteRefusal;
}

/** What is said where a write comes out so. */
export interface WriteRefusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: ErrorDetails;
  /** Others may have come in between: all of it is tried again before this is said. */
  readonly again?: true;
}

export type ChangeAnswer =
  /** Null: the role may not read what it writes. */
  | { readonly kind: 'nothing' }
  /** The row of the one of these writes that changed any, as it is afterwards, or was before it was deleted. */
  | {
      readonly kind: 'one';
      readonly of: readonly number[];
      readonly rows: Rows;
      readonly apart?: readonly RowFact[];
      /** The values of its key, where they are known beforehand. */
      readonly key?: readonly Slot[];
    }
  /** The rows of these writes, each write's together. Where its facts stand apart, the JSON is that of its items. */
  | {
      readonly kind: 'many';
      readonly of: readonly number[];
      readonly facts: readonly ChangeFact[];
      readonly apart?: true;
    };

export type ChangeFact =
  /** Without rows: null, as the role may not read them. */
  | { readonly kind: 'items'; readonly key: string; readonly rows?: PagedRows }
  | { readonly kind: 'affected'; readonly key: string }
  | { readonly kind: 'typename'; readonly key: string; readonly name: string };
