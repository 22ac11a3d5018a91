import { Client } from 'pg';
import { decodeValue } from './decode-value.ts';
import type { Dataset, Entity, EntityDescription, Field, Row, ScalarName } from './entity.ts';

/** Reads whole tables from PostgreSQL, with every column as text. */
export async function readDataset(url: string, descriptions: readonly EntityDescription[]): Promise<Dataset> {
  const client = new Client({ connectionString: url, types: { getTypeParser: () => (text: string) => text } });
  await client.connect();
  try {
    await client.query("set timezone = 'UTC'; set bytea_output = 'hex'; set intervalstyle = 'postgres'");
    const entities: Entity[] = [];
    const rows = new Map<string, readonly Row[]>();
    for (const description of descriptions) {
      const columns = await placeValues(client, description.table, await readColumns(client, description.table));
      entities.push({ ...description, fields: columns.map(({ field }) => field) });
      rows.set(description.name, await readRows(client, description.table, columns));
    }
    return { entities, rows };
  } finally {
    await client.end();
  }
}

/** Values that may be absent from rows, including equal values in other formats. */
const others: Readonly<Record<string, readonly string[]>> = {
  interval: ['1 year', '12 mons', '30 days', '1 mon', '24:00:00', '1 day', '-1 mons', '6 years', '00:00:00'],
  inet: ['0.0.0.0', '10.0.0.1', '192.0.2.84/24', '::1', '2001:db8::/32', '255.255.255.255'],
};

/** Reads the database's order of values of types printed as strings. */
async function placeValues(client: Client, table: string, columns: readonly Column[]): Promise<readonly Column[]> {
  const placed = columns.map(async (column): Promise<Column> => {
    const { field, databaseEnum } = column;
    if (databaseEnum === undefined) return column;
    const name = client.escapeIdentifier(field.name);
    const { rows } = await client.query<{ value: string; place: string }>(
      `select value, dense_rank() over (order by value::${databaseEnum}) as place
       from (select distinct format('%s', ${name}) as value from ${table} where ${name} is not null union select unnest($1::text[])) v`,
      [others[databaseEnum] ?? []],
    );
    const places = new Map(rows.map(({ value, place }) => [value, Number(place)]));
    return { ...column, field: { ...field, type: { ...field.type, enumType: { name: databaseEnum, places } } } };
  });
  return Promise.all(placed);
}

interface Column {
  readonly field: Field;
  /** Name of a type without a scalar, which is printed as a string. */
  readonly databaseEnum?: string;
}

async function readColumns(client: Client, table: string): Promise<readonly Column[]> {
  const { rows } = await client.query<{ name: string; type: string; nullable: string; labels: string | null }>(
    `select a.attname as name, t.typname as type, not a.attnotnull as nullable,
       (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid) as labels
     from pg_attribute a join pg_type t on t.oid = a.atttypid
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
     order by a.attnum`,
    [table],
  );
  return rows.map(({ name, type, nullable, labels }) => {
    const list = type.startsWith('_');
    const scalar = scalarNames[list ? type.slice(1) : type];
    const enumType = labels === null ? undefined : { name: pascalCase(type), labels: JSON.parse(labels) as string[] };
    const fieldType = {
      scalar: scalar ?? 'String',
      list: list && scalar !== undefined,
      ...(enumType && { enum: enumType }),
    };
    return {
      field: { name, type: fieldType, nullable: nullable === 't' },
      ...(scalar === undefined && enumType === undefined && { databaseEnum: type }),
    };
  });
}

async function readRows(client: Client, table: string, columns: readonly Column[]): Promise<readonly Row[]> {
  const terms = columns.map(({ field: { name } }) => client.escapeIdentifier(name));
  const { rows } = await client.query<Record<string, string | null>>(`select ${terms.join(', ')} from ${table}`);
  return rows.map((row) =>
    Object.fromEntries(columns.map(({ field: { name, type } }) => [name, decodeValue(row[name] ?? null, type)])),
  );
}

const scalarNames: Readonly<Record<string, ScalarName>> = {
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
  uuid: 'UUID',
  date: 'Date',
  timestamp: 'DateTime',
  timestamptz: 'DateTime',
  time: 'LocalTime',
  bytea: 'Base64String',
  json: 'JSON',
  jsonb: 'JSON',
};

const pascalCase = (name: string): string =>
  name.replace(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase());
