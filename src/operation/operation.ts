import type { FilterValue } from '../odata/filter-value.ts';
import type { CursorForm } from '../scalars/cursor.ts';

/**
 * A GraphQL operation with merged fragments, after `@skip` and `@include`. It does not depend on the database or the
 * Model. Values may be unbound slots, but everything that affects the plan is known.
 */
export interface Operation {
  readonly kind: 'query' | 'mutation' | 'subscription';
  readonly fields: readonly SelectedField[];
}

export interface SelectedField {
  readonly key: string;
  readonly name: string;
  /** Response keys from the root, for messages. */
  readonly path: readonly string[];
  /** Arguments by name, including defaults. */
  readonly arguments: ReadonlyMap<string, Value>;
  /** Empty for a leaf. */
  readonly fields: readonly SelectedField[];
  /**
   * Fields returned separately from the JSON of a root: an ETag, key fields, page metadata. Absent if there are none.
   */
  readonly metadata?: readonly SelectedField[];
}

export type Value =
  | { readonly kind: 'null' }
  /** A value that affects the plan: a boolean, or an enum for a direction or field. */
  | { readonly kind: 'known'; readonly value: string | boolean }
  /** A value that is read on each call: a scalar, or a list of scalars. */
  | { readonly kind: 'slot'; readonly source: SlotSource }
  | CursorValue
  /** A search string. The number of its words affects the plan. */
  | { readonly kind: 'words'; readonly source: SlotSource; readonly count: number }
  /** A condition whose literals are read on each call. */
  | { readonly kind: 'expression'; readonly source: SlotSource; readonly value: FilterValue }
  | { readonly kind: 'list'; readonly items: readonly Value[] }
  /** An input object, with its members in the order of the request. */
  | { readonly kind: 'object'; readonly entries: readonly (readonly [name: string, value: Value])[] };

/** A cursor, whose values are read on each call. Its form and the positions of its NULLs affect the plan. */
export interface CursorValue {
  readonly kind: 'cursor';
  readonly source: SlotSource;
  readonly form: CursorForm;
  readonly nulls: readonly boolean[];
}

/**
 * Origin of a value: the document (`constant`), a variable, a list of both, the token of the caller, or an earlier
 * write.
 */
export type SlotSource =
  | { readonly kind: 'constant'; readonly value: unknown }
  | { readonly kind: 'variable'; readonly path: readonly (string | number)[] }
  | { readonly kind: 'list'; readonly items: readonly SlotSource[] }
  | { readonly kind: 'claim'; readonly name: string }
  | CapturedSource;

export type CapturedSource = CapturedColumn | CapturedRows;

/** A column of the first row of a write. */
export interface CapturedColumn {
  readonly kind: 'captured';
  readonly write: number;
  readonly column: string;
}

export interface CapturedRows {
  readonly kind: 'captured';
  readonly write: number;
  readonly columns: readonly string[];
}

/** Variables by name, as sent or coerced. */
export type Variables = Readonly<Record<string, unknown>>;

export interface CallValues {
  readonly variables: Variables;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Returns an own value; ignores inherited members such as `toString`. */
export const ownValue = (values: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(values, name) ? values[name] : undefined;

export class ClaimValue {
  readonly name: string;
  readonly value: unknown;

  constructor(name: string, value: unknown) {
    this.name = name;
    this.value = value;
  }
}

export const describeCaptured = (source: CapturedSource): string =>
  `${'column' in source ? source.column : `(${source.columns.join(', ')})`} of write ${source.write}`;

/** Placeholder in a slot until the write has run. */
export class CapturedValue {
  readonly source: CapturedSource;

  constructor(source: CapturedSource) {
    this.source = source;
  }

  toJSON(): string {
    return describeCaptured(this.source);
  }
}

export function readSlot(source: SlotSource, values: CallValues): unknown {
  switch (source.kind) {
    case 'constant':
      return source.value;
    case 'list':
      return source.items.map((item) => readSlot(item, values));
    case 'captured':
      return new CapturedValue(source);
    case 'claim':
      return new ClaimValue(source.name, ownValue(values.claims, source.name));
    case 'variable': {
      let value: unknown = values.variables;
      for (const step of source.path) value = (value as Record<string | number, unknown>)[step];
      return value;
    }
  }
}
