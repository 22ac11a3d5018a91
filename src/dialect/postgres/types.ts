import { invariant } from '../../base/invariant.ts';
import type { ColumnType } from '../../model/catalog.ts';
import type { ScalarName } from '../../scalars/scalar.ts';
import type { TypeFacts } from './introspect-query.ts';

/** Types of `pg_catalog` that have a neutral word; every other one is read as text. */
const scalars: Readonly<Record<string, ScalarName>> = {
  int2: 'Short',
  int4: 'Int',
  int8: 'Long',
  float4: 'Single',
  float8: 'Float',
  numeric: 'Decimal',
  bool: 'Boolean',
  text: 'String',
  varchar: 'String',
  bpchar: 'String',
  name: 'String',
  uuid: 'UUID',
  date: 'Date',
  timestamp: 'DateTime',
  timestamptz: 'DateTime',
  time: 'LocalTime',
  bytea: 'Base64String',
  json: 'JSON',
  jsonb: 'JSON',
};

/** The modifier of `varchar(n)`, `char(n)` and `numeric(p, s)` counts four bytes more. */
const MODIFIER_OFFSET = 4;

/** A type as a column, a domain or an array refers to it. */
export interface TypeUse {
  readonly type: number;
  /** `atttypmod`; -1 where nothing is declared. */
  readonly modifier: number;
  /** Declared array dimensions; 0 where it is no array, or the dimensions are not known. */
  readonly dimensions: number;
}

export interface ResolvedType {
  readonly type: ColumnType;
  /** Whether a domain on the way forbids NULL. */
  readonly notNull: boolean;
}

/** A column's type in neutral words: through domains to the base type, through arrays to the element. */
export function resolveType(types: ReadonlyMap<number, TypeFacts>, use: TypeUse): ResolvedType {
  const { type, modifier, dimensions, notNull } = unwrapDomains(types, use);
  if (type.element === null) {
    const described = describeType(type, modifier);
    const isDomain = described.enum !== undefined && typeOf(types, use.type).base !== null;
    return { type: isDomain ? { ...described, enumDomain: true } : described, notNull };
  }
  const inner = unwrapDomains(types, { type: type.element, modifier, dimensions: 0 });
  const element = describeType(inner.type, inner.modifier);
  // Lists of lists have no neutral word, nor do arrays whose elements are read as text.
  if (element.asText || dimensions > 1) {
    const native = `${nativeName(typeOf(types, type.element))}[]`;
    return { type: { scalar: 'String', list: false, native, asText: true }, notNull };
  }
  return { type: { ...element, list: true }, notNull };
}

interface BaseType {
  readonly type: TypeFacts;
  readonly modifier: number;
  readonly dimensions: number;
  readonly notNull: boolean;
}

function unwrapDomains(types: ReadonlyMap<number, TypeFacts>, use: TypeUse): BaseType {
  const type = typeOf(types, use.type);
  if (type.base === null) return { type, modifier: use.modifier, dimensions: use.dimensions, notNull: false };
  const inner = unwrapDomains(types, { type: type.base, modifier: type.modifier, dimensions: type.dimensions });
  return { ...inner, notNull: inner.notNull || type.notNull };
}

function typeOf(types: ReadonlyMap<number, TypeFacts>, oid: number): TypeFacts {
  const type = types.get(oid);
  invariant(type !== undefined, `type ${oid} was read with the columns`);
  return type;
}

function describeType(type: TypeFacts, modifier: number): ColumnType {
  const native = nativeName(type);
  if (type.kind === 'e') return { scalar: 'String', list: false, native, asText: false, enum: describeEnum(type) };
  const scalar = scalarOf(type);
  if (scalar === undefined) return { scalar: 'String', list: false, native, asText: true };
  return { scalar, list: false, native, asText: false, ...describeSize(scalar, type.name, modifier) };
}

function describeSize(
  scalar: ScalarName,
  name: string,
  modifier: number,
): Pick<ColumnType, 'maxLength' | 'precision' | 'scale'> {
  const size = modifier - MODIFIER_OFFSET;
  if (size < 0) return {};
  if (name === 'varchar' || name === 'bpchar') return { maxLength: size };
  // https://github.com/postgres/postgres/blob/master/src/backend/utils/adt/numeric.c, `make_numeric_typmod`
  return scalar === 'Decimal' ? { precision: (size >> 16) & 0xffff, scale: ((size & 0x7ff) ^ 0x400) - 0x400 } : {};
}

function describeEnum(type: TypeFacts): NonNullable<ColumnType['enum']> {
  const { schema, name, labels, comment } = type;
  return { schema, name, labels, ...(comment !== null && { comment }) };
}

/** An extension's type lives in whatever schema the extension was put into. */
function scalarOf(type: TypeFacts): ScalarName | undefined {
  if (type.schema === 'pg_catalog') return scalars[type.name];
  return type.kind === 'b' && type.name === 'citext' ? 'String' : undefined;
}

/** The type as it may stand in a cast. Without quotes, `char` and `bit` would mean types of length one. */
function nativeName(type: TypeFacts): string {
  if (type.schema !== 'pg_catalog') return `${quote(type.schema)}.${quote(type.name)}`;
  return type.name === 'char' || type.name === 'bit' ? quote(type.name) : type.name;
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
