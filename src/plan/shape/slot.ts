import type { FieldType } from '../../model/model.ts';
import type { SlotSource } from '../../operation/operation.ts';
import type { SizeBounds } from '../../values/check-assigned.ts';

/** A value that is read, checked and encoded anew for every call. Where one slot is used twice, both uses share its parameter. */
export interface Slot {
  readonly source: SlotSource;
  readonly use: SlotUse;
}

export type SlotUse =
  /** A value to compare a column of this type with. `field` is the field's name for messages, where the database alone can read the value. */
  | { readonly kind: 'value'; readonly type: FieldType; readonly field?: string }
  /** A value for a column of this type; `field` is the field's name for messages. */
  | { readonly kind: 'assign'; readonly field: string; readonly type: FieldType }
  /**
   * A list of values to compare with; NULLs in it are dropped. `filled`: one value must be left. `members`: each value is
   * one element of what the type holds.
   */
  | {
      readonly kind: 'values';
      readonly type: FieldType;
      readonly max: number;
      readonly field?: string;
      readonly filled?: true;
      readonly members?: true;
    }
  /** Text to look for at a place in other text, `start` and `end` say where: `%oak%`. Of `max` characters at most; `filled`: it must have some. */
  | {
      readonly kind: 'pattern';
      readonly start: string;
      readonly end: string;
      readonly max: number;
      readonly filled?: true;
    }
  /** A pattern for one word of a text to search for. */
  | { readonly kind: 'word'; readonly index: number; readonly max: number }
  /** All words of a text to search for, each of `max` characters at most. */
  | { readonly kind: 'words'; readonly max: number }
  /** Keys of all rows of a write, as it captured them: a JSON list of lists of texts. */
  | { readonly kind: 'keys' }
  /** A text that a statement of the dialect fails with where it refuses its own outcome; the source says which. */
  | { readonly kind: 'sentinel' }
  /** A path into a JSON value. */
  | { readonly kind: 'jsonPath' }
  | ({ readonly kind: 'size' } & SizeBounds)
  /** A size, and one row more: where that row is there, the page is not the last. */
  | { readonly kind: 'oneMore'; readonly than: SlotUse }
  | { readonly kind: 'offset' }
  /** Rows to skip or to take by a cursor that holds a position. For `before` the source is a list: the cursor and the page size. */
  | { readonly kind: 'position'; readonly argument: 'after'; readonly order: string; readonly gives: 'offset' }
  | {
      readonly kind: 'position';
      readonly argument: 'before';
      readonly order: string;
      readonly gives: 'size' | 'offset';
      readonly bounds: SizeBounds;
    }
  /** One value of a cursor, which must have been made for this order: the database's own text for a value of the type. */
  | {
      readonly kind: 'cursor';
      readonly argument: string;
      readonly order: string;
      readonly index: number;
      readonly type: FieldType;
    };

/**
 * A number of rows. Most are known when planning and stand in the SQL as they are, so that the database can plan for them: with a
 * parameter there, a database may plan anew on every call. Others are slots.
 */
export type Amount = number | Slot;

/** One row more than a number of rows. */
export const oneMore = (size: Amount): Amount =>
  typeof size === 'number' ? size + 1 : { source: size.source, use: { kind: 'oneMore', than: size.use } };
