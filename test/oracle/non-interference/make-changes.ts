import type { Random } from '../generate/random.ts';
import { Decimal } from '../naive/decimal.ts';
import { type Entity, JsonValue, type Row, type Value } from '../naive/entity.ts';
import { textOf } from './make-rest.ts';
import type { RestrictedView } from './restricted-view.ts';
import type { TestRequest } from './test-request.ts';

/** Returns whether the database generates the keys of an entity of the sample shop. */
export const isKeyGenerated = ({ key }: Pick<Entity, 'key'>): boolean => key.join() === 'id';

/**
 * Returns a change of one row by a key that exists in one database, in both, or is visible. Write policies are never
 * true, and `PUT` creates no row, so every change is rejected.
 */
export function makeChange(random: Random, view: RestrictedView): TestRequest {
  const entity = random.pick(view.visible.entities);
  const all = view.everything.entities.find(({ name }) => name === entity.name) ?? entity;
  const rows = view.everything.rows.get(entity.name) ?? [];
  const ofOne = view.changes.filter((change) => change.entity.name === entity.name && change.kind !== 'update');
  const target = random.chance(0.15)
    ? missingRow(entity)
    : ofOne.length > 0 && random.chance(0.5)
      ? random.pick(ofOne).row
      : random.pick(rows);
  const item = itemOf(all, random.pick(view.visible.rows.get(entity.name) ?? []));
  return random.chance(0.5)
    ? overRest(random, entity, { target, item })
    : overGraphql(random, entity, { target, item });
}

interface ChangeParts {
  readonly target: Row;
  /** JSON. */
  readonly item: string;
}

const missingRow = ({ key }: Entity): Row => Object.fromEntries(key.map((name) => [name, 2_000_000_000]));

function itemOf({ fields, key }: Entity, row: Row): string {
  const written = fields.filter(({ name }) => !key.includes(name) && name !== 'line_total');
  return `{${written.map(({ name }) => `${JSON.stringify(name)}:${jsonOf(row[name] ?? null)}`).join()}}`;
}

function jsonOf(value: Value): string {
  if (value === null) return 'null';
  if (value instanceof Decimal) return value.text;
  if (value instanceof JsonValue) return 'null';
  if (Buffer.isBuffer(value)) return JSON.stringify(value.toString('base64'));
  if (typeof value === 'bigint') return String(value);
  return Array.isArray(value) ? `[${value.map(jsonOf).join()}]` : JSON.stringify(value);
}

const conditions = [{}, {}, { 'if-none-match': '*' }, { 'if-match': '*' }, { 'if-match': '"unknown-tag"' }] as const;

function overRest(random: Random, { name, key }: Entity, { target, item }: ChangeParts): TestRequest {
  const method = random.pick(['PUT', 'PUT', 'PATCH', 'DELETE'] as const);
  const condition: Readonly<Record<string, string>> = random.pick(conditions);
  const path = key.map((column) => textOf(target[column] ?? null)).join('/');
  return {
    features: [`rest ${method}`, ...Object.keys(condition).map((header) => `${header} of a change`)],
    method,
    url: `/api/${name}/${path}`,
    headers: { ...condition, ...(method !== 'DELETE' && { 'content-type': 'application/json' }) },
    ...(method !== 'DELETE' && { body: item }),
  };
}

const graphqlConditions = ['', '', ', ifNoneMatch: "*"', ', ifMatch: "*"', ', ifMatch: "unknown-tag"'] as const;

function overGraphql(random: Random, { name, key }: Entity, { target, item }: ChangeParts): TestRequest {
  const verb = random.pick(['replace', 'replace', 'update']);
  const condition = random.pick(verb === 'replace' ? graphqlConditions : graphqlConditions.slice(-2));
  const type = `${verb.charAt(0).toUpperCase()}${verb.slice(1)}${name}Input!`;
  const keys = key.map((column) => `${column}: ${target[column]}`).join(', ');
  const query = `mutation ($item: ${type}) { ${verb}${name}(${keys}, item: $item${condition}) { __typename } }`;
  return {
    features: [`graphql ${verb}`],
    method: 'POST',
    url: '/graphql',
    headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
    body: `{"query":${JSON.stringify(query)},"variables":{"item":${item}}}`,
  };
}
