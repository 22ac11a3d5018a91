import type { FieldType } from '../../model/model.ts';
import type { SlotSource } from '../../operation/operation.ts';
import type { SizeBounds } from '../../values/check-assigned.ts';

/** A value that is read, checked, and encoded on each call. Uses of the same slot share a parameter. */
export interface Slot {
  readonly source: SlotSource;
  readonly use: SlotUse;
}

export type SlotUse =
  /** A value to compare. `field` is for messages, if only the database can parse the value. */
  | { readonly kind: 'value'; readonly type: FieldType; readonly field?: string }
  /** A value for a column. `field` is for messages. */
  | { readonly kind: 'assign'; readonly field: string; readonly type: FieldType }
  /**
   * A list without its NULLs. `nonEmpty`: at least one value must remain. `itemsAreElements`: each value is a single
   * element of the set type `type`.
   */
  | {
      readonly kind: 'values';
      readonly type: FieldType;
      readonly max: number;
      readonly field?: string;
      readonly nonEmpty?: true;
      readonly itemsAreElements?: true;
    }
  /** A pattern: at most `max` characters between the wildcards `start` and `end`, as in `%oak%`. */
  | {
      readonly kind: 'pattern';
      readonly start: string;
      readonly end: string;
      readonly max: number;
      readonly nonEmpty?: true;
    }
  /** The `index`-th word of a search string. The word has at most `max` characters. */
  | { readonly kind: 'word'; readonly index: number; readonly max: number }
  /** All words of a search string, each of at most `max` characters. */
  | { readonly kind: 'words'; readonly max: number }
  /** Captured keys: a JSON list of lists of strings. */
  | { readonly kind: 'keys' }
  /** Error text with which a statement rejects its own result. */
  | { readonly kind: 'sentinel' }
  | { readonly kind: 'jsonPath' }
  | ({ readonly kind: 'size' } & SizeBounds)
  /** One row more than the page size, which shows if more rows follow. */
  | { readonly kind: 'sizePlusOne'; readonly size: SlotUse }
  | { readonly kind: 'offset' }
  /** Rows to skip or take for a position cursor. For `before`, the source is a list: the cursor and the page size. */
  | { readonly kind: 'position'; readonly argument: 'after'; readonly order: string; readonly resultKind: 'offset' }
  | {
      readonly kind: 'position';
      readonly argument: 'before';
      readonly order: string;
      readonly resultKind: 'size' | 'offset';
      readonly bounds: SizeBounds;
    }
  | {
      readonly kind: 'cursor';
      readonly argument: string;
      readonly order: string;
      readonly index: number;
      readonly type: FieldType;
    };

/**
 * A literal or a slot. A literal lets the database optimize its query plan. With a slot, the database may replan on
 * every call.
 */
export type Amount = number | Slot;

const COUNTS: ReadonlySet<SlotUse['kind']> = new Set(['size', 'sizePlusOne', 'position', 'offset']);

/** Returns true for a number of rows. */
export const isCount = ({ use }: Slot): boolean => COUNTS.has(use.kind);

export const sizePlusOne = (size: Amount): Amount =>
  typeof size === 'number' ? size + 1 : { source: size.source, use: { kind: 'sizePlusOne', size: size.use } };
