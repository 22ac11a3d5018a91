import type { Pool } from 'pg';
import type { Column, Relation } from './describe-relations.ts';
import type { Published, PublishedField } from './published.ts';

type Item = Readonly<Record<string, unknown>>;
/** Values of a row's columns as text. */
export type Texts = readonly (string | null)[];

/** Compares API values in the database: its types parse them, and its operators compare them. */
export class Judge {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /**
   * Converts these fields of each item with the database's types.
   * @throws Error if it fails
   */
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

  /** The same values of the relation's rows, in this order. */
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

  /** The rank of each value by its text; equal values share a rank. */
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

  /** All rows of the relation as text in a stable order, with normalized JSON. */
  async snapshot(
    { sql, columns }: Relation,
    shown: readonly Column[] = columns,
    client: Pick<Pool, 'query'> = this.#pool,
  ): Promise<readonly string[]> {
    const texts = shown.map(
      ({ sql: name, type }) => `(${written(`t.${name}${type.endsWith('"json"') ? '::jsonb' : ''}`)}) collate "C"`,
    );
    const { rows } = await client.query(`select (array[${texts}]::text[])::text as row from ${sql} t order by 1`);
    return rows.map(({ row }) => row);
  }

  /** Columns unchanged when the database rewrites a row; triggers may change others. */
  async steadyColumns(relation: Relation, written: Column): Promise<readonly Column[]> {
    const client = await this.#pool.connect();
    const readCurrent = async (): Promise<readonly string[]> => {
      const all: string[] = [];
      for (const column of relation.columns) all.push((await this.snapshot(relation, [column], client)).join());
      return all;
    };
    try {
      await client.query('begin');
      const before = await readCurrent();
      const isWritten = await client.query(`update ${relation.sql} set ${written.sql} = ${written.sql}`).then(
        () => true,
        () => false,
      );
      if (!isWritten) return relation.columns;
      const after = await readCurrent();
      return relation.columns.filter((_, index) => before[index] === after[index]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  /** Returns whether the database supports a clause for the relation, such as ordering or grouping. */
  async can({ relation }: Published, clause: string): Promise<boolean> {
    return this.#pool.query(`select 1 from ${relation.sql} t ${clause} limit 0`).then(
      () => true,
      () => false,
    );
  }
}

/** SQL condition: the field equals `$1`, a JSON value. */
export function isValue(field: PublishedField): string {
  const value = fromJson(field, '$1::json', false);
  const { sql, type, declaredElement } = field.column;
  if (field.list) return `t.${sql}::${declaredElement}[] @> ${value}`;
  return field.scalar === 'JSON' ? `t.${sql}::jsonb = ${value}` : `t.${sql}::${type} = ${value}`;
}

/** Returns the output function of the type; a cast may print differently, as for `inet`. A row of NULLs is not NULL. */
const written = (value: string): string => `case when num_nonnulls(${value}) = 1 then format('%s', ${value}) end`;

/** Returns the normalized JSON; `json` is compared as `jsonb`. */
const normalize = (scalar: string, value: string): string =>
  scalar === 'JSON' ? `nullif(${value}::jsonb, 'null')` : value;

/** Returns a column as text. Lists are flat, as in the API. */
function asText({ scalar, list, column }: PublishedField): string {
  const value = `t.${column.sql}`;
  if (!list) return written(normalize(scalar, value));
  const elements = `array(select ${written(normalize(scalar, 'e'))} from (select unnest(${value}) as e) u)`;
  return `case when ${value} is not null then ${elements}::text end`;
}

/** Parses a JSON value of the field's type, or its text. */
function fromJson({ scalar, list, column }: PublishedField, json: string, asTexts: boolean): string {
  const { type, element, declaredElement } = column;
  const value = readValue(scalar, list ? 'e' : `(${json})`, list ? (element ?? type) : type);
  const read = asTexts ? written(value) : value;
  if (!list) return read;
  const typed = asTexts ? read : `${read}::${declaredElement}`;
  const all = `array(select ${typed} from json_array_elements(${json}) with ordinality l (e, o) order by o)`;
  return `case when json_typeof(${json}) = 'array' then ${all}${asTexts ? '::text' : ''} end`;
}

/** Parses text with the input function of the type. */
function readValue(scalar: string, json: string, type: string): string {
  if (scalar === 'JSON') return `nullif(${json}::jsonb, 'null')`;
  if (scalar === 'Base64String') return `decode(${json} #>> '{}', 'base64')::${type}`;
  return `(select v from json_to_record(json_build_object('v', ${json})) r (v ${type}))`;
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
