import { createHash } from 'node:crypto';
import type { Catalog, CatalogConstraint, CatalogIndex, CatalogObject } from '../../../model/catalog.ts';
import type { CatalogColumn, ColumnType } from '../../../model/catalog-column.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';
import type { IntrospectionScope, QueryRows } from '../../introspection.ts';

interface JsonSchema {
  readonly bsonType?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly maxLength?: { readonly $numberInt: string };
  readonly description?: string;
}

interface CollectionInfo {
  readonly name: string;
  readonly type: 'collection' | 'view' | 'timeseries';
  readonly options: { readonly validator?: { readonly $jsonSchema?: JsonSchema } };
}

interface IndexInfo {
  readonly name: string;
  /** 1, -1, or a kind such as `text`. */
  readonly key: Readonly<Record<string, { readonly $numberInt: string } | { readonly $numberDouble: string } | string>>;
  readonly unique?: boolean;
  readonly sparse?: boolean;
  readonly partialFilterExpression?: object;
}

const SCALARS: Readonly<Record<string, ScalarName>> = {
  int: 'Int',
  long: 'Long',
  double: 'Float',
  number: 'Float',
  decimal: 'Decimal',
  string: 'String',
  bool: 'Boolean',
  date: 'DateTime',
  objectId: 'String',
  binData: 'Base64String',
};

/** Number of documents from which the fields of a collection without a validator are inferred. */
const SAMPLE_SIZE = 200;

/** Reads collections with their validators and indexes. Without a validator, infers the fields from documents. */
export async function introspectMongodb(query: QueryRows, { objects }: IntrospectionScope): Promise<Catalog> {
  const collections = await readCollections(query);
  const needed = objects.length === 0 ? collections : collections.filter(({ name }) => objects.includes(name));
  const read: CatalogObject[] = [];
  for (const collection of needed) read.push(await readObject(query, collection));
  return { objects: read, routines: [], routineNames: [], searchPath: [] };
}

/** Returns a hash of the collections and their validators. It does not depend on documents. */
export async function readMongodbVersion(query: QueryRows): Promise<string> {
  const collections = await readCollections(query);
  return createHash('sha256').update(JSON.stringify(collections)).digest('base64url');
}

async function readCollections(query: QueryRows): Promise<readonly CollectionInfo[]> {
  const documents = await run<CollectionInfo>(query, { listCollections: 1, cursor: { batchSize: 10_000 } });
  return documents
    .map(({ name, type, options }) => ({ name, type, options }))
    .filter(({ name }) => !name.startsWith('system.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Runs a command. Returns documents in canonical Extended JSON. */
async function run<T>(query: QueryRows, command: object): Promise<readonly T[]> {
  const rows = await query(JSON.stringify(command), []);
  return rows.map(({ document }) => JSON.parse(String(document)) as T);
}

async function readObject(query: QueryRows, { name, type, options }: CollectionInfo): Promise<CatalogObject> {
  const isView = type === 'view';
  const indexes = isView ? [] : await run<IndexInfo>(query, { listIndexes: name, cursor: { batchSize: 1_000 } });
  const declared = options.validator?.$jsonSchema;
  const schema =
    declared?.properties === undefined
      ? inferSchema(await run<Sampled>(query, { find: name, limit: SAMPLE_SIZE, batchSize: SAMPLE_SIZE }))
      : declared;
  const keys = indexes.filter(
    ({ unique, sparse, partialFilterExpression }) => unique === true && sparse !== true && !partialFilterExpression,
  );
  return {
    kind: isView ? 'view' : 'table',
    schema: '',
    name,
    ...(schema.description !== undefined && { comment: schema.description }),
    columns: readColumns(name, schema, isView),
    ...(!isView && { primaryKey: ['_id'] }),
    uniqueKeys: keys.map(({ key }) => Object.keys(key)),
    indexes: indexes.flatMap(toCatalogIndex),
    ...(type !== 'collection' && { changes: { insert: false, update: false, delete: false } }),
    foreignKeys: [],
    constraints: indexes.flatMap(toConstraint),
  };
}

const toCatalogIndex = ({
  name,
  key,
  unique = false,
  sparse,
  partialFilterExpression,
}: IndexInfo): readonly CatalogIndex[] => {
  const columns = Object.entries(key);
  if (columns.some(([, direction]) => typeof direction === 'string')) return [];
  const isPartial = sparse === true || partialFilterExpression !== undefined;
  return [
    {
      name,
      unique: unique || name === '_id_',
      ...(isPartial && { partial: true as const }),
      columns: columns.map(([column, direction]) => {
        const descending = Number(Object.values(direction)[0]) < 0;
        return { name: column, descending, nulls: descending ? 'last' : 'first' };
      }),
    },
  ];
};

const toConstraint = ({ name, key, unique = false }: IndexInfo): readonly CatalogConstraint[] => {
  if (name === '_id_') return [{ name, kind: 'primary', columns: ['_id'] }];
  return unique ? [{ name, kind: 'unique', columns: Object.keys(key) }] : [];
};

function readColumns(
  collection: string,
  { properties = {}, required = [] }: JsonSchema,
  isView: boolean,
): readonly CatalogColumn[] {
  const withKey = isView || '_id' in properties ? properties : { _id: { bsonType: 'objectId' }, ...properties };
  return Object.entries(withKey)
    .filter(([name]) => isSupportedName(name))
    .map(([name, schema]) => ({
      name,
      ...(schema.description !== undefined && { comment: schema.description }),
      type: {
        ...withLabels(readType(schema), schema, `${collection}_${name}`),
        // A validator rejects null unless it lists the type `null`.
        ...(!typesOf(schema).includes('null') && { nullIsMissing: true as const }),
      },
      nullable: name !== '_id' && (typesOf(schema).includes('null') || !required.includes(name)),
      hasDefault: name === '_id' && typesOf(schema).includes('objectId'),
      generated: 'no',
    }));
}

/** Expressions read a name with "." as a path, and one with "$" as a variable. */
const isSupportedName = (name: string): boolean => name !== '' && !/[.$\0]/.test(name);

const typesOf = ({ bsonType }: JsonSchema): readonly string[] =>
  bsonType === undefined ? [] : typeof bsonType === 'string' ? [bsonType] : bsonType;

/** A field of several types, or of a type without a scalar, is JSON. */
function readType(schema: JsonSchema): ColumnType {
  const types = typesOf(schema).filter((type) => type !== 'null');
  const [type = 'object'] = types;
  const isSingle = types.length === 1;
  if (isSingle && type === 'array') {
    const items = schema.items === undefined ? undefined : readType(schema.items);
    if (items !== undefined && !items.list && items.scalar !== 'JSON') return { ...items, list: true };
  }
  const scalar = isSingle ? SCALARS[type] : undefined;
  if (scalar === undefined) return { scalar: 'JSON', list: false, native: 'object', asText: false };
  return {
    scalar,
    list: false,
    native: type,
    asText: false,
    // Bytes are ordered by their length first.
    ...(type === 'binData' && { comparison: 'equality' as const }),
    ...(schema.maxLength !== undefined && { maxLength: Number(schema.maxLength.$numberInt) }),
  };
}

/** Strings that a validator lists are an enum. */
function withLabels(type: ColumnType, schema: JsonSchema, name: string): ColumnType {
  const labels = (schema.enum ?? []).filter((label) => label !== null);
  if (type.scalar !== 'String' || type.list || labels.length === 0) return type;
  if (!labels.every((label) => typeof label === 'string')) return type;
  return { ...type, enum: { schema: '', name, labels, byCheck: true } };
}

/** A document in canonical Extended JSON. */
type Sampled = Readonly<Record<string, unknown>>;

/** Returns the schema of the documents. A field that some documents lack is nullable. */
function inferSchema(documents: readonly Sampled[]): JsonSchema {
  const names = [...new Set(documents.flatMap((document) => Object.keys(document)))];
  const properties = Object.fromEntries(
    names.map((name) => [
      name,
      inferField(documents.flatMap((document) => (name in document ? [document[name]] : []))),
    ]),
  );
  const required = names.filter((name) => documents.every((document) => name in document && document[name] !== null));
  return { properties, required };
}

function inferField(values: readonly unknown[]): JsonSchema {
  const types = new Set(values.map(typeOf));
  const bsonType = widen(types);
  if (!types.has('array') || bsonType.length > 1) return { bsonType };
  return { bsonType, items: inferField(values.flat()) };
}

/** If all values are numbers, returns the widest of their types. */
function widen(types: ReadonlySet<string>): readonly string[] {
  const present = [...types].filter((type) => type !== 'null');
  const widest = ['decimal', 'double', 'long', 'int'];
  if (present.length > 1 && present.every((type) => widest.includes(type))) {
    return widest.filter((type) => types.has(type)).slice(0, 1);
  }
  return present.length > 0 ? present : ['null'];
}

/** Wrappers of canonical Extended JSON. */
const WRAPPERS: Readonly<Record<string, string>> = {
  $numberInt: 'int',
  $numberLong: 'long',
  $numberDouble: 'double',
  $numberDecimal: 'decimal',
  $date: 'date',
  $oid: 'objectId',
  $binary: 'binData',
};

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'bool';
  if (Array.isArray(value)) return 'array';
  const [name = ''] = Object.keys(value as object);
  return WRAPPERS[name] ?? 'object';
}
