import type { FieldType } from '../../model/model.ts';
import type { SlotSource } from '../../operation/operation.ts';
import type { SizeBounds } from '../../values/check-assigned.ts';

/** A value that is read, checked, and encoded on each call. Uses of the same slot share a parameter. */
export interface Slot {
  readonly source: SlotSource;
  readonly use: SlotUse;
}

export type SlotUse =
  /** A value to compare with this type. `field` is for error messages, if only the database can parse the value. */
  | { readonly kind: 'value'; readonly type: FieldType; readonly field?: string }
  /** A value for a column of this type. `field` is for error messages. */
  | { readonly kind: 'assign'; readonly field: string; readonly type: FieldType }
  /**
   * A list of values to compare with; NULLs are dropped. `filled`: at least one value must remain. `members`: each
   * value is an element of the list or set type.
   */
  | {
      readonly kind: 'values';
      readonly type: FieldType;
      readonly max: number;
      readonly field?: string;
      readonly filled?: true;
      readonly members?: true;
    }
  /**
   * Text to search for, with at most `max` characters. `start` and `end` are the wildcards around it: `%oak%`.
   * `filled`: must not be empty.
   */
  | {
      readonly kind: 'pattern';
      readonly start: string;
      readonly end: string;
      readonly max: number;
      readonly filled?: true;
    }
  /** A pattern for one word of a search text. */
  | { readonly kind: 'word'; readonly index: number; readonly max: number }
  /** All words of a search text, each with at most `max` characters. */
  | { readonly kind: 'words'; readonly max: number }
  /** Captured keys of all rows of a write: a JSON list of lists of strings. */
  | { readonly kind: 'keys' }
  /** Error text with which a statement rejects its own result. The source identifies the text. */
  | { readonly kind: 'sentinel' }
  | { readonly kind: 'jsonPath' }
  | ({ readonly kind: 'size' } & SizeBounds)
  /** A size plus one: if the extra row exists, the page is not the last. */
  | { readonly kind: 'oneMore'; readonly than: SlotUse }
  | { readonly kind: 'offset' }
  /**
   * Rows to skip or take for a cursor that holds a position. For `before`, the source is a list: the cursor and the
   * page size.
   */
  | { readonly kind: 'position'; readonly argument: 'after'; readonly order: string; readonly gives: 'offset' }
  | {
      readonly kind: 'position';
      readonly argument: 'before';
      readonly order: string;
      readonly gives: 'size' | 'offset';
      readonly bounds: SizeBounds;
    }
  /** One value of a cursor for this order, as the database's text form of the type. */
  | {
      readonly kind: 'cursor';
      readonly argument: string;
      readonly order: string;
      readonly index: number;
      readonly type: FieldType;
    };

/**
 * A number of rows. Most are known when planning and are literals in the SQL, so the database can use them in its query
 * plan. With a parameter, a database may replan on every call. Others are slots.
 */
export type Amount = number | Slot;

/** Returns the number of rows plus one. */
export const oneMore = (size: Amount): Amount =>
  typeof size === 'number' ? size + 1 : { source: size.source, use: { kind: 'oneMore', than: size.use } };
