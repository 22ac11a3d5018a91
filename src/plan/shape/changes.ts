import type { ErrorCode, ErrorDetails } from '../../base/errors.ts';
import type { Entity } from '../../model/model.ts';
import type { Predicate } from './predicate.ts';
import type { PagedRows, RowMetadata, Rows } from './rows.ts';
import type { Slot } from './slot.ts';

export interface Change {
  readonly writes: readonly Write[];
  readonly answer: ChangeAnswer;
}

export type Write = Insert | Update | Delete | Probe;

interface WriteBase {
  /** 0-based number in the operation; captured values refer to it. */
  readonly id: number;
  readonly table: {
    readonly schema: string;
    readonly name: string;
    /** True if a junction without an entity has triggers. */
    readonly triggers?: boolean;
  };
  readonly entity?: Entity;
  /** Ids of earlier writes. This write is skipped if one of them has affected a row. */
  readonly unless?: readonly number[];
  /** Error if the write affects fewer rows than expected. */
  readonly onNone?: WriteError;
}

type RowLimit =
  | { readonly atMostOne: true; readonly onSeveral?: undefined }
  /** Error if the write affects several rows. */
  | { readonly atMostOne?: undefined; readonly onSeveral: WriteError }
  | { readonly atMostOne?: undefined; readonly onSeveral?: undefined };

export interface Insert extends WriteBase {
  readonly kind: 'insert';
  readonly columns: readonly string[];
  /** True if an explicit value of a column requires OVERRIDING: `GENERATED ALWAYS AS IDENTITY`. */
  readonly overriding?: true;
  /** Identity column that only some of the rows assign. */
  readonly partlyGeneratedColumn?: string;
  readonly rows: readonly (readonly (Slot | undefined)[])[];
  /** Key columns. A row with an existing key is skipped. */
  readonly onConflictSkip?: readonly string[];
  readonly check?: CheckPredicate;
}

export type Update = WriteBase &
  RowLimit & {
    readonly kind: 'update';
    readonly entity: Entity;
    readonly set: readonly Assignment[];
    readonly where?: Predicate;
    readonly check?: CheckPredicate;
  };

export type Delete = WriteBase &
  RowLimit & {
    readonly kind: 'delete';
    readonly entity: Entity;
    readonly where?: Predicate;
  };

/** Checks whether rows exist: `onSome` is the error if a row exists, `onNone` the error if no row exists. */
export interface Probe extends WriteBase {
  readonly kind: 'probe';
  readonly entity: Entity;
  readonly where: Predicate;
  readonly onSome: WriteError;
}

export interface Assignment {
  readonly column: string;
  /** Absent for the default of the column. */
  readonly value?: Slot;
}

/** Predicate that every written row must satisfy, as with WITH CHECK in SQL. */
export interface CheckPredicate {
  readonly predicate: Predicate;
  readonly onFailed: WriteError;
}

export interface WriteError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: ErrorDetails;
  /** Set if a concurrent change may be the cause, so that the transaction is retried first. */
  readonly retryReason?: 'conflict' | 'rowsSkipped';
}

export type ChangeAnswer =
  /** The role may not read the written rows. */
  | { readonly kind: 'nothing' }
  /** The row after the change or before a delete. `of`: ids of the writes that may affect the row. */
  | {
      readonly kind: 'one';
      readonly of: readonly number[];
      readonly rows: Rows;
      readonly metadata?: readonly RowMetadata[];
      /** Key of the row, if known before the write. */
      readonly key?: readonly Slot[];
    }
  /** The affected rows, grouped by the writes in `of`. With `metadata`, the JSON contains only the items. */
  | {
      readonly kind: 'many';
      readonly of: readonly number[];
      readonly members: readonly BulkChangeMember[];
      readonly metadata?: true;
    };

/** A field in the response to a change of many rows. */
export type BulkChangeMember =
  /** Without `rows`, the value is null, because the role may not read the rows. */
  | { readonly kind: 'items'; readonly key: string; readonly rows?: PagedRows }
  | { readonly kind: 'affected'; readonly key: string }
  | { readonly kind: 'typename'; readonly key: string; readonly name: string };
