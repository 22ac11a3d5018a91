import type { SelectedField } from '../../operation/operation.ts';
import type { Call } from './call.ts';
import type { Change } from './changes.ts';
import type { Connection, PagedRows, RowMetadata, Rows } from './rows.ts';

/** A plan with resolved names, applied permissions, and unbound values. It does not depend on SQL. */
export interface Plan {
  readonly roots: readonly Root[];
}

/**
 * A root with `metadata` returns the metadata separately from its JSON. Only the single root of a plan can have
 * metadata.
 */
export type Root =
  | { readonly kind: 'typename'; readonly key: string; readonly name: string }
  | { readonly kind: 'introspection'; readonly key: string; readonly field: SelectedField }
  | { readonly kind: 'one'; readonly key: string; readonly rows: Rows; readonly metadata?: readonly RowMetadata[] }
  | { readonly kind: 'list'; readonly key: string; readonly rows: PagedRows }
  /** With `metadata`, the JSON contains only the items. */
  | {
      readonly kind: 'connection';
      readonly key: string;
      readonly connection: Connection;
      readonly metadata?: true;
      /** Set for a page of a stream. The next root has the cursor of the newest row. */
      readonly stream?: StreamTraits;
    }
  | { readonly kind: 'change'; readonly key: string; readonly change: Change }
  | { readonly kind: 'call'; readonly key: string; readonly call: Call };

export interface StreamTraits {
  /**
   * Rows are held back while a running transaction may still add earlier rows. `exact`: the database knows these
   * transactions. `delayed`: the service waits for `stream-delay-ms`.
   */
  readonly order: 'exact' | 'delayed';
  /** Response key of `endCursor`. */
  readonly cursor: string;
}
