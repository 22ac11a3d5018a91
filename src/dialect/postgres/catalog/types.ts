import { invariant } from '../../../base/invariant.ts';
import type { ColumnType, TypeOperators } from '../../../model/catalog-column.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';
import { SchemaChanged } from '../../../store/schema-changed.ts';
import type { QueryRows } from '../../introspection.ts';
import { operatorName, ownTypeName } from '../sql/names.ts';
import type { TypeRow } from './catalog-rows.ts';

/** Types of `pg_catalog` that map to a scalar; all others are read as text. */
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

/** The modifier of `varchar(n)`, `char(n)`, and `numeric(p, s)` includes four extra bytes. */
const MODIFIER_OFFSET = 4;

export interface TypeUse {
  readonly type: number;
  /** `atttypmod`; -1 if nothing is declared. */
  readonly modifier: number;
}

export interface ResolvedType {
  readonly type: ColumnType;
  readonly notNull: boolean;
}

type Types = ReadonlyMap<number, TypeRow>;

/** Resolves domains to their base type and arrays to their element. */
export function resolveType(types: Types, use: TypeUse): ResolvedType {
  const { type, modifier, notNull } = unwrapDomains(types, use);
  const isDomain = typeOf(types, use.type).base !== null;
  if (type.element === null) {
    const columnType = describeType(types, type, modifier);
    const comparesAsBase = isDomain && (columnType.enum !== undefined || columnType.asText);
    return { type: comparesAsBase ? { ...columnType, domain: true } : columnType, notNull };
  }
  // PostgreSQL does not enforce declared dimensions: text[][] is text[].
  const inner = unwrapDomains(types, { type: type.element, modifier });
  const elementType = describeType(types, inner.type, inner.modifier);
  // If `d` is a domain over an array, `d[]` is not `text[][]`. So the element keeps the name of the domain.
  const { schema, name } = typeOf(types, type.element);
  const elementName = elementType.asText
    ? { native: nativeName({ schema, name }), qualifiedName: { schema, name } }
    : {};
  return { type: { ...elementType, ...elementName, list: true }, notNull };
}

interface BaseType {
  readonly type: TypeRow;
  readonly modifier: number;
  readonly notNull: boolean;
}

function unwrapDomains(types: Types, use: TypeUse): BaseType {
  const type = typeOf(types, use.type);
  if (type.base === null) return { type, modifier: use.modifier, notNull: false };
  const inner = unwrapDomains(types, { type: type.base, modifier: type.modifier });
  return { ...inner, notNull: inner.notNull || type.notNull };
}

function typeOf(types: Types, oid: number): TypeRow {
  const type = types.get(oid);
  invariant(type !== undefined, `type ${oid} was read with the columns`);
  return type;
}

function describeType(types: Types, type: TypeRow, modifier: number): ColumnType {
  const native = nativeName(type);
  if (type.kind === 'e') return { scalar: 'String', list: false, native, asText: false, enum: describeEnum(type) };
  const scalar = scalarOf(type);
  if (scalar === undefined) return describeAsText(types, type);
  const size = describeSize(scalar, type.name, modifier);
  return { scalar, list: false, native, asText: false, ...size, ...(!isBuiltIn(type) && describeComparison(type)) };
}

function describeAsText(types: Types, type: TypeRow): ColumnType {
  const { schema, name, kind } = type;
  const comparison = comparisonOf(types, type);
  return {
    scalar: 'String',
    list: false,
    native: nativeName(type),
    asText: true,
    qualifiedName: { schema, name },
    ...(comparison !== 'order' && { comparison }),
    ...describeComparison(type),
    ...(type.delimiter !== ',' && { delimiter: type.delimiter }),
    ...(kind === 'c' && { composite: true }),
    ...(isBuiltIn(type) && name === 'tsvector' && { fullText: true }),
    ...(isBuiltIn(type) && name === 'xid8' && { ordersCommits: true }),
  };
}

function describeComparison(type: TypeRow): Pick<ColumnType, 'operators' | 'spellings'> {
  const operators = describeOperators(type);
  return { ...(operators !== undefined && { operators }), ...(!type.isExact && { spellings: true }) };
}

/** Returns qualified operator names; undefined if the built-in operators suffice, or if equality is missing. */
function describeOperators({ operators }: TypeRow): TypeOperators | undefined {
  const names = new Map(
    operators.map(({ key, schema, name }) => {
      const isAggregate = key === 'min' || key === 'max';
      return [key, isAggregate ? `${quote(schema)}.${quote(name)}` : `operator(${quote(schema)}.${name})`];
    }),
  );
  const eq = names.get('eq');
  if (operators.every(isBuiltIn) && names.has('neq')) return undefined;
  return eq === undefined ? undefined : { ...Object.fromEntries(names), eq };
}

/**
 * Enums, ranges, and multiranges always have an order. Arrays and composites have the weakest comparison among their
 * members.
 */
const ORDERED_KINDS: ReadonlySet<string> = new Set(['e', 'r', 'm']);

const ranks = ['order', 'equality', 'none'] as const;

function comparisonOf(types: Types, type: TypeRow): (typeof ranks)[number] {
  if (type.base !== null) return comparisonOf(types, typeOf(types, type.base));
  // The type's own operator class takes precedence over its kind.
  if (type.comparison !== null) return type.comparison;
  const members = type.element === null ? type.members : [type.element];
  if (members.length === 0) return ORDERED_KINDS.has(type.kind) ? 'order' : 'none';
  const memberRanks = members.map((member) => ranks.indexOf(comparisonOf(types, typeOf(types, member))));
  return ranks[Math.max(...memberRanks)] ?? 'none';
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

function describeEnum(type: TypeRow): NonNullable<ColumnType['enum']> {
  const { schema, name, labels, comment } = type;
  return { schema, name, labels, ...(comment !== null && { comment }) };
}

/** Returns the scalar. `citext` belongs to an extension, which may be in any schema. */
function scalarOf(type: TypeRow): ScalarName | undefined {
  if (isBuiltIn(type)) return scalars[type.name];
  return type.kind === 'b' && type.name === 'citext' ? 'String' : undefined;
}

const isBuiltIn = ({ schema }: { readonly schema: string }): boolean => schema === 'pg_catalog';

/** Unquoted in a cast, `char` and `bit` would be types of length one. */
function nativeName(type: Pick<TypeRow, 'schema' | 'name'>): string {
  if (!isBuiltIn(type)) return `${quote(type.schema)}.${quote(type.name)}`;
  return type.name === 'char' || type.name === 'bit' ? quote(type.name) : type.name;
}

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export async function areComparable(query: QueryRows, left: ColumnType, right: ColumnType): Promise<boolean> {
  try {
    await query(`select ${nullOf(left)} ${operatorName('eq', left, right)} ${nullOf(right)} as equal`, []);
    return true;
  } catch (error) {
    if (error instanceof SchemaChanged) return false;
    throw error;
  }
}

const nullOf = (type: ColumnType): string => `null::${ownTypeName(type)}`;
