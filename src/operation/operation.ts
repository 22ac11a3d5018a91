import type { FilterValue } from '../odata/filter-value.ts';
import type { CursorForm } from '../scalars/cursor.ts';

/**
 * One operation of a document: fragments are merged, `@skip` and `@include` applied, arguments read. It knows neither the database nor
 * the Model. Values may still be open (slots); all that shapes the plan is known.
 */
export interface Operation {
  readonly kind: 'query' | 'mutation' | 'subscription';
  readonly fields: readonly SelectedField[];
}

export interface SelectedField {
  /** The name in the answer: the alias, or the field's own. */
  readonly key: string;
  readonly name: string;
  /** Response keys from the root down to this field, for messages. */
  readonly path: readonly string[];
  /** Arguments that are given, after variables and defaults. */
  readonly arguments: ReadonlyMap<string, Value>;
  /** Empty for a leaf. */
  readonly fields: readonly SelectedField[];
  /** Fields of a root that stand apart of its value, as facts beside it; absent where all stand in it. */
  readonly apart?: readonly SelectedField[];
}

/** An argument's value, or a part of one. */
export type Value =
  | { readonly kind: 'null' }
  /** Shapes the plan: a boolean or an enum that names a direction or a field. */
  | { readonly kind: 'known'; readonly value: string | boolean }
  /** Read anew for every call: a scalar, or a whole list of scalars. */
  | { readonly kind: 'slot'; readonly source: SlotSource }
  | CursorValue
  /** A text to search for; how many words it has is known. */
  | { readonly kind: 'words'; readonly source: SlotSource; readonly count: number }
  /** A condition whose literals are read anew for every call, from the `literals` of the `FilterValue` at the source. */
  | { readonly kind: 'expression'; readonly source: SlotSource; readonly value: FilterValue }
  | { readonly kind: 'list'; readonly items: readonly Value[] }
  /** Entries in the order in which they were written. */
  | { readonly kind: 'object'; readonly entries: readonly (readonly [name: string, value: Value])[] };

/** A cursor in a slot; its form is known, and which of its values are NULL. */
export interface CursorValue {
  readonly kind: 'cursor';
  readonly source: SlotSource;
  readonly form: CursorForm;
  readonly nulls: readonly boolean[];
}

/** Where a slot's value comes from: the document (`constant`), a variable, a list of both, the caller's token, an earlier write. */
export type SlotSource =
  | { readonly kind: 'constant'; readonly value: unknown }
  | { readonly kind: 'variable'; readonly path: readonly (string | number)[] }
  | { readonly kind: 'list'; readonly items: readonly SlotSource[] }
  /** What the caller's token says. */
  | { readonly kind: 'claim'; readonly name: string }
  | CapturedSource;

/** Values that the database returned for the rows of an earlier write of the operation. Known only while it runs. */
export type CapturedSource = CapturedColumn | CapturedRows;

/** A column of the first row of a write. */
export interface CapturedColumn {
  readonly kind: 'captured';
  /** Number of the write. */
  readonly write: number;
  readonly column: string;
}

/** These columns of all rows of a write, in this order: a write may capture more columns than the key of its rows. */
export interface CapturedRows {
  readonly kind: 'captured';
  /** Number of the write. */
  readonly write: number;
  readonly columns: readonly string[];
}

/** Variables after coercion, as `coerceVariables` gives them. */
export type Variables = Readonly<Record<string, unknown>>;

/** What a call brings along: its variables, and the claims of its caller. */
export interface CallValues {
  readonly variables: Variables;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** A member of an object that a caller sent. What JavaScript's objects inherit, such as `toString`, is none. */
export const ownValue = (values: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(values, name) ? values[name] : undefined;

/** A claim on its way into a slot; it is checked by the type of the place where it goes. */
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

/** Stands in a slot until the write that gives its value has run. */
export class CapturedValue {
  readonly source: CapturedSource;

  constructor(source: CapturedSource) {
    this.source = source;
  }

  /** For people who look at a script. */
  toJSON(): string {
    return describeCaptured(this.source);
  }
}

/** A slot's value in one call. */
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
