import { createHash } from 'node:crypto';
import { ApiError } from '../base/errors.ts';
import { assertNever } from '../base/invariant.ts';
import type { FieldType } from '../model/model.ts';
import { MAX_CURSOR_BYTES, nameCursor } from '../scalars/cursor.ts';

/** How to write a document as JSON. `field` is a field of the document. */
export type Shape =
  | ScalarShape
  | { readonly kind: 'constant'; readonly json: string }
  | { readonly kind: 'hash'; readonly fields: readonly ScalarShape[] }
  /** A list of at most one document. */
  | { readonly kind: 'one'; readonly field: string; readonly shape: ObjectShape }
  | { readonly kind: 'list'; readonly field: string; readonly shape: ObjectShape }
  /** An object with fields of the same document. */
  | { readonly kind: 'nested'; readonly shape: ObjectShape }
  | ConnectionShape;

export interface ScalarShape {
  readonly kind: 'scalar';
  readonly field: string;
  readonly type: FieldType;
}

export interface ObjectShape {
  readonly kind: 'object';
  readonly entries: readonly { readonly key: string; readonly shape: Shape }[];
}

export interface ConnectionShape {
  readonly kind: 'connection';
  readonly members: readonly MemberShape[];
  /** Shapes of the rows of the page, by index. */
  readonly items: readonly ObjectShape[];
  /** True if the first part is the page. */
  readonly hasPage: boolean;
  readonly fromEnd: boolean;
  readonly cursor: CursorShape;
  /** Indexes of parts that find the rows of cursors. */
  readonly cursorRows: readonly number[];
  /** Fields that hold the results of the connection's pipelines. */
  readonly parts: readonly string[];
}

interface CursorShape {
  readonly order: string;
  readonly terms: readonly Omit<ScalarShape, 'kind'>[];
  /** Indexes of the key's values. Present if the values of the order may be too long. */
  readonly key?: readonly number[];
}

interface HasPage {
  /** True if a further row shows that the page exists. */
  readonly more: boolean;
  /** Index of a result that has a row if the page exists. */
  readonly part?: number;
}

export type MemberShape =
  | { readonly kind: 'items'; readonly key: string; readonly index: number }
  | { readonly kind: 'typename'; readonly key: string; readonly name: string }
  | { readonly kind: 'totalCount'; readonly key: string; readonly part: number }
  | { readonly kind: 'groups'; readonly key: string; readonly shape: ObjectShape; readonly part: number }
  | ({ readonly kind: 'hasPage'; readonly key: string } & HasPage)
  | { readonly kind: 'startCursor' | 'endCursor'; readonly key: string; readonly onlyIf?: HasPage };

export type StoredDocument = Readonly<Record<string, unknown>>;

/** Writes values of a database as JSON. */
export interface ValueWriter {
  /** Returns JSON. `value` is undefined if the field is missing. */
  write(value: unknown, type: FieldType): string;
  /** Returns a string that later commands decode to the same value; null for null. */
  capture(value: unknown): string | null;
  /** Returns the string that a cursor contains; null for null. */
  writeCursor(value: unknown, type: FieldType): string | null;
}

/** Writes results by their shapes. */
export class ShapeWriter {
  readonly #values: ValueWriter;

  constructor(values: ValueWriter) {
    this.#values = values;
  }

  capture(value: unknown): string | null {
    return this.#values.capture(value);
  }

  object({ entries }: ObjectShape, document: StoredDocument): string {
    return `{${entries.map(({ key, shape }) => `${JSON.stringify(key)}:${this.value(shape, document)}`).join(',')}}`;
  }

  value(shape: Shape, document: StoredDocument): string {
    switch (shape.kind) {
      case 'scalar':
        return this.#values.write(document[shape.field], shape.type);
      case 'constant':
        return shape.json;
      case 'hash':
        return JSON.stringify(this.hash(shape.fields, document));
      case 'one': {
        const [row] = listOf(document[shape.field]);
        return row === undefined ? 'null' : this.object(shape.shape, row);
      }
      case 'list':
        return this.list(shape.shape, listOf(document[shape.field]));
      case 'nested':
        return this.object(shape.shape, document);
      case 'connection': {
        const members = this.members(
          shape,
          shape.parts.map((field) => listOf(document[field])),
        );
        return writeMembers(shape, members);
      }
      default:
        return assertNever(shape);
    }
  }

  list(shape: ObjectShape, rows: readonly StoredDocument[]): string {
    return `[${rows.map((row) => this.object(shape, row)).join(',')}]`;
  }

  hash(fields: readonly ScalarShape[], document: StoredDocument): string {
    const json = fields.map(({ field, type }) => this.#values.write(document[field], type)).join(',');
    return createHash('sha256').update(json).digest('base64url').slice(0, HASH_LENGTH);
  }

  /**
   * Returns the values of the members: JSON, but strings have no quotes. Null is JSON null.
   * @param results rows of each part
   */
  members(
    { members, items, hasPage, fromEnd, cursor, cursorRows }: ConnectionShape,
    results: readonly (readonly StoredDocument[])[],
  ): readonly (string | null)[] {
    if (cursorRows.some((part) => results[part]?.length === 0)) {
      throw new ApiError(
        'BadRequest',
        'The row of the cursor no longer exists, or is hidden. Start again without a cursor.',
      );
    }
    const fetched = hasPage ? (results[0] ?? []) : [];
    const size = fetched[0]?.s;
    const onPage = size === undefined ? fetched : fetched.slice(0, Number(size));
    const rows = fromEnd ? onPage.toReversed() : onPage;
    const exists = ({ more, part }: HasPage): boolean =>
      (more && fetched.length > onPage.length) || (part !== undefined && (results[part] ?? []).length > 0);
    return members.map((member) => {
      switch (member.kind) {
        case 'items': {
          const shape = items[member.index];
          return shape === undefined ? '[]' : this.list(shape, rows);
        }
        case 'typename':
          return member.name;
        case 'totalCount':
          return String(results[member.part]?.[0]?.n ?? 0);
        case 'groups':
          return this.list(member.shape, results[member.part] ?? []);
        case 'hasPage':
          return String(exists(member));
        default: {
          const row = rows.at(member.kind === 'startCursor' ? 0 : -1);
          if (row === undefined || (member.onlyIf !== undefined && !exists(member.onlyIf))) return null;
          return this.#cursor(cursor, row);
        }
      }
    });
  }

  #cursor({ order, terms, key }: CursorShape, row: StoredDocument): string {
    const values = terms.map(({ field, type }) => this.#values.writeCursor(row[field], type));
    const text = encodeCursor([order, ...values]);
    if (text.length <= MAX_CURSOR_BYTES) return text;
    const shortText = key && encodeCursor([nameCursor(order, 'key'), ...key.map((index) => values[index] ?? null)]);
    if (shortText !== undefined && shortText.length <= MAX_CURSOR_BYTES) return shortText;
    throw new ApiError(
      'LimitExceeded',
      `A cursor exceeds ${MAX_CURSOR_BYTES} bytes, because it contains the values of the order. Order by shorter fields.`,
    );
  }
}

/** Characters of a hash, 6 bits each. */
const HASH_LENGTH = 22;

const encodeCursor = (members: readonly (string | null)[]): string =>
  Buffer.from(JSON.stringify(members)).toString('base64url');

const listOf = (value: unknown): readonly StoredDocument[] => (Array.isArray(value) ? value : []);

/** Writes the members of a connection as an object. */
export function writeMembers(
  { members }: Pick<ConnectionShape, 'members'>,
  values: readonly (string | null)[],
): string {
  const written = members.map(({ key, kind }, index) => {
    const value = values[index] ?? null;
    const isString = kind === 'typename' || kind === 'startCursor' || kind === 'endCursor';
    return `${JSON.stringify(key)}:${value !== null && isString ? JSON.stringify(value) : value}`;
  });
  return `{${written.join(',')}}`;
}
