import { Client } from 'pg';
import { decodeValue } from './decode-value.ts';
import type { Dataset, Entity, EntityDescription, Field, Row, ScalarName } from './entity.ts';

/** Reads whole tables from PostgreSQL, every column as text. */
export async function readDataset(url: string, descriptions: readonly EntityDescription[]): Promise<Dataset> {
  const client = new Client({ connectionString: url, types: { getTypeParser: () => (text: string) => text } });
  await client.connect();
  try {
    await client.query("set timezone = 'UTC'; set bytea_output = 'hex'; set intervalstyle = 'postgres'");
    const entities: Entity[] = [];
    const rows = new Map<string, readonly Row[]>();
    for (const description of descriptions) {
      const columns = await readColumns(client, description.table);
      entities.push({ ...description, fields: columns.map(({ field }) => field) });
      rows.set(description.name, await readRows(client, description.table, columns));
    }
    return { entities, rows };
  } finally {
    await client.end();
  }
}

interface Column {
  readonly field: Field;
  /** Whether its type has no scalar, so that it is read as the database's text for it. */
  readonly asText: boolean;
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
      asText: scalar === undefined && enumType === undefined,
    };
  });
}

async function readRows(client: Client, table: string, columns: readonly Column[]): Promise<readonly Row[]> {
  const terms = columns.map(({ field: { name }, asText }) => {
    const identifier = client.escapeIdentifier(name);
    return asText ? `${identifier}::text as ${identifier}` : identifier;
  });
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
