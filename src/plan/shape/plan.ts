import type { SelectedField } from '../../operation/operation.ts';
import type { Call } from './call.ts';
import type { Change } from './changes.ts';
import type { Connection, PagedRows, RowMetadata, Rows } from './rows.ts';

/** What an operation asks of a store: names resolved, permissions in place, values open; no word of SQL. */
export interface Plan {
  readonly roots: readonly Root[];
}

/** One field of the root. What stands `apart` is given beside the root's JSON, each as a text by itself; that is so of an only root alone. */
export type Root =
  | { readonly kind: 'typename'; readonly key: string; readonly name: string }
  /** Answered by the schema itself, not by a store. */
  | { readonly kind: 'introspection'; readonly key: string; readonly field: SelectedField }
  | { readonly kind: 'one'; readonly key: string; readonly rows: Rows; readonly apart?: readonly RowMetadata[] }
  | { readonly kind: 'list'; readonly key: string; readonly rows: PagedRows }
  /** Where its facts stand apart, the JSON is that of its items. */
  | { readonly kind: 'connection'; readonly key: string; readonly connection: Connection; readonly apart?: true }
  | { readonly kind: 'change'; readonly key: string; readonly change: Change }
  | { readonly kind: 'call'; readonly key: string; readonly call: Call };
