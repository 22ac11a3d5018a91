import type { Pool } from 'pg';
import type { Column, Relation } from './describe-relations.ts';
import type { Published, PublishedField } from './published.ts';

type Item = Readonly<Record<string, unknown>>;
/** Values of a row's columns as the database writes them. */
export type Texts = readonly (string | null)[];

/**
 * The database's own view of values that the API gave: they are given back to it, to be read by its own types, and it is the database
 * that compares.
 */
export class Judge {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** The values of these fields of each item, as the database writes what it reads them as. @throws Error where it cannot */
  async textsOf(fields: readonly PublishedField[], items: readonly Item[]): Promise<Texts[]> {
    const texts = fields
      .map((field) => `(${fromJson(field, `item -> ${literal(field.name)}`, true)}) collate "C"`)
      .join(', ');
    const { rows } = await this.#pool.query(
      `select array[${texts}]::text[] as texts from json_array_elements($1::json) with ordinality given (item, place) order by place`,
      [JSON.stringify(items)],
    );
    return rows.map((row) => row.texts);
  }

  /** The same values of the relation's rows, in the order of these terms. */
  async rowsOf(
    { relation }: Published,
    fields: readonly PublishedField[],
    terms: readonly string[],
    limit = 1_000_000,
  ): Promise<Texts[]> {
    const order = terms.length === 0 ? '' : `order by ${terms.join(', ')}`;
    const { rows } = await this.#pool.query(
      `select array[${fields.map((field) => `(${asText(field)}) collate "C"`).join(', ')}]::text[] as texts from ${relation.sql} t ${order} limit ${limit}`,
    );
    return rows.map((row) => row.texts);
  }

  async count({ relation }: Published, condition: string, value?: unknown): Promise<number> {
    const { rows } = await this.#pool.query(
      `select count(*)::int as n from ${relation.sql} t where ${condition}`,
      value === undefined ? [] : [JSON.stringify(value)],
    );
    return rows[0].n;
  }

  /** The place of each value among all, by its text; equal values have the same one. */
  async ranksOf({ relation }: Published, { sql }: Column): Promise<ReadonlyMap<string | null, string>> {
    const { rows } = await this.#pool.query(
      `select ${written(sql)} as text, (dense_rank() over (order by ${sql}))::text as rank from ${relation.sql}`,
    );
    return new Map(rows.map(({ text, rank }) => [text, rank]));
  }

  async groups({ relation }: Published, column: string): Promise<number> {
    const { rows } = await this.#pool.query(
      `select count(*)::int as n from (select 1 from ${relation.sql} group by ${column}) groups`,
    );
    return rows[0].n;
  }

  /** Every row of the relation as text, in an order that writing them again does not change; JSON in one form. */
  async snapshot(
    { sql, columns }: Relation,
    seen: readonly Column[] = columns,
    client: Pick<Pool, 'query'> = this.#pool,
  ): Promise<readonly string[]> {
    const texts = seen.map(
      ({ sql: name, type }) => `(${written(`t.${name}${type.endsWith('"json"') ? '::jsonb' : ''}`)}) collate "C"`,
    );
    const { rows } = await client.query(`select (array[${texts}]::text[])::text as row from ${sql} t order by 1`);
    return rows.map(({ row }) => row);
  }

  /** Columns that are as they were when the database itself writes a row as it is; triggers may change others. */
  async steadyColumns(relation: Relation, written: Column): Promise<readonly Column[]> {
    const client = await this.#pool.connect();
    const look = async (): Promise<readonly string[]> => {
      const all: string[] = [];
      for (const column of relation.columns) all.push((await this.snapshot(relation, [column], client)).join());
      return all;
    };
    try {
      await client.query('begin');
      const before = await look();
      const isWritten = await client.query(`update ${relation.sql} set ${written.sql} = ${written.sql}`).then(
        () => true,
        () => false,
      );
      if (!isWritten) return relation.columns;
      const after = await look();
      return relation.columns.filter((_, index) => before[index] === after[index]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  /** Whether the database can do this with the relation: order, group … */
  async can({ relation }: Published, clause: string): Promise<boolean> {
    return this.#pool.query(`select 1 from ${relation.sql} t ${clause} limit 0`).then(
      () => true,
      () => false,
    );
  }
}

/** SQL: the field is what `$1` has in JSON, as the database compares. */
export function isValue(field: PublishedField): string {
  const given = fromJson(field, '$1::json', false);
  const { sql, type, declaredElement } = field.column;
  if (field.list) return `t.${sql}::${declaredElement}[] @> ${given}`;
  return field.scalar === 'JSON' ? `t.${sql}::jsonb = ${given}` : `t.${sql}::${type} = ${given}`;
}

/** What a type itself writes: a cast to text may write something else, as that of `inet` does. A row of NULLs is something, too. */
const written = (value: string): string => `case when num_nonnulls(${value}) = 1 then format('%s', ${value}) end`;

/** JSON in one form, as it is compared; that of `json` has none of its own. */
const oneForm = (scalar: string, value: string): string =>
  scalar === 'JSON' ? `nullif(${value}::jsonb, 'null')` : value;

/** A column as text. Lists are flat, as the API has them. */
function asText({ scalar, list, column }: PublishedField): string {
  const value = `t.${column.sql}`;
  if (!list) return written(oneForm(scalar, value));
  const elements = `array(select ${written(oneForm(scalar, 'e'))} from (select unnest(${value}) as e) u)`;
  return `case when ${value} is not null then ${elements}::text end`;
}

/** What stands in JSON as a value of the field's type, or as its text. */
function fromJson({ scalar, list, column }: PublishedField, json: string, asTexts: boolean): string {
  const { type, element, declaredElement } = column;
  const value = readValue(scalar, list ? 'e' : `(${json})`, list ? (element ?? type) : type);
  const read = asTexts ? written(value) : value;
  if (!list) return read;
  const typed = asTexts ? read : `${read}::${declaredElement}`;
  const all = `array(select ${typed} from json_array_elements(${json}) with ordinality l (e, o) order by o)`;
  return `case when json_typeof(${json}) = 'array' then ${all}${asTexts ? '::text' : ''} end`;
}

/** A text is read as the type reads it, by its input function. */
function readValue(scalar: string, json: string, type: string): string {
  if (scalar === 'JSON') return `nullif(${json}::jsonb, 'null')`;
  if (scalar === 'Base64String') return `decode(${json} #>> '{}', 'base64')::${type}`;
  return `(select v from json_to_record(json_build_object('v', ${json})) r (v ${type}))`;
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
