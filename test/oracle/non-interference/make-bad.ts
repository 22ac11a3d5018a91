import type { Random } from '../generate/random.ts';
import type { Entity } from '../naive/entity.ts';
import type { Store } from '../naive/store.ts';
import { writeGraphql } from './make-graphql.ts';
import { makeFilterText, textOf, writeRest } from './make-rest.ts';
import type { RestrictedView } from './restricted-view.ts';
import type { TestRequest } from './test-request.ts';

/** Input for invalid requests. */
export interface BadParts {
  readonly random: Random;
  readonly view: RestrictedView;
  /** All rows and names, also those hidden from the role. */
  readonly all: Store;
}

type Make = (parts: BadParts, entity: Entity) => TestRequest | undefined;

/** Generates a request that is usually rejected; the error must not depend on hidden data. */
export function makeBad(parts: BadParts): TestRequest {
  const { random, view } = parts;
  for (;;) {
    const request = random.pick(makers)(parts, random.pick(view.visible.entities));
    if (request !== undefined) return { ...request, features: ['bad', ...request.features] };
  }
}

/** A forbidden column of a readable entity. */
const forbiddenField: Make = ({ random, view }, _entity) => {
  const all = view.visible.entities.flatMap(({ name }) =>
    (view.role.hidden.get(name) ?? []).map((field) => ({ name, field })),
  );
  if (all.length === 0) return undefined;
  const { name, field } = random.pick(all);
  const [option, value] = random.pick([
    ['$select', field],
    ['$orderby', field],
    ['$filter', `${field} eq null`],
    ['$filter', `length(${field}) gt 1`],
  ] as const);
  return writeRest(`/api/${name}`, [[option, value]], ['forbidden field']);
};

/** Any expression with fields, relationships, and entities that the role may not name. */
const forbiddenFilter: Make = ({ random, all }, { name }) => {
  const text = makeFilterText({ random, store: all, entities: [] }, all.entity(name));
  return writeRest(`/api/${name}`, [['$filter', text]], ['any filter']);
};

const forbiddenEntity: Make = ({ random, view, all }) => {
  const entity = all.entity(random.pick(view.forbidden));
  const row = random.pick(all.rows(entity));
  const key = entity.key.map((name) => textOf(row[name] ?? null)).join('/');
  return writeRest(`/api/${entity.name}${random.chance(0.5) ? `/${key}` : ''}`, [], ['forbidden entity']);
};

const missing: Make = ({ random }, { name, key }) => {
  const path = random.pick([
    `/api/${name}s`,
    `/api/${name}/${key.map(() => '2147483647').join('/')}`,
    `/api/${name}/${key.map(() => '-1').join('/')}`,
    `/api/Nothing/1`,
  ]);
  return writeRest(path, [], ['missing']);
};

const malformed: Make = ({ random }, { name, key }) => {
  const [first = ''] = key;
  const option = random.pick([
    ['$filter', `${first} eq 'x'`],
    ['$filter', `${first} eq`],
    ['$filter', `nothing eq 1`],
    ['$filter', `${first} in ()`],
    ['$orderby', `${first} sideways`],
    ['$orderby', 'nothing'],
    ['$select', 'nothing'],
    ['$expand', 'nothing'],
    ['$first', '0'],
    ['$first', '1001'],
    ['$first', 'many'],
    ['$after', 'AAAA'],
    ['$before', 'bm90aGluZw'],
    ['$nothing', '1'],
    ['$filter', Array.from({ length: 300 }, () => `${first} eq 1`).join(' or ')],
    ['$filter', `${first} eq 99999999999999999999`],
  ] as const);
  return writeRest(`/api/${name}`, [option], ['malformed']);
};

const malformedKey: Make = ({ random }, { name }) =>
  writeRest(
    `/api/${name}/${random.pick(['x', '1.5', '99999999999', '1/2/3', 'nothing/1', '%00'])}`,
    [],
    ['malformed key'],
  );

const graphql: Make = ({ random, view }, { list, key, name }) => {
  const [first = ''] = key;
  const hidden = view.role.hidden.get(name)?.[0] ?? 'nothing';
  const document = random.pick([
    `{ ${list} { nothing } }`,
    `{ ${list} { ${hidden} } }`,
    `{ ${list}(first: 100000) { ${first} } }`,
    `{ ${list}(orderBy: { ${hidden}: ASC }) { ${first} } }`,
    `{ ${list}(filter: { ${hidden}: { isNull: true } }) { ${first} } }`,
    `{ ${list}_connection(after: "AAAA") { items { ${first} } } }`,
    `{ ${list}_connection { groupBy(fields: [${hidden}]) { aggregations { count } } } }`,
    `{ ${list}_connection { groupBy { aggregations { count(field: ${hidden}) } } } }`,
    `{ ${list} { ${first} `,
    `{ ${list}(first: -5) { ${first} } }`,
    `query ($f: Int!) { ${list}(first: $f) { ${first} } }`,
  ]);
  return writeGraphql(random, { document, variables: '{}' }, 'bad graphql');
};

const makers: readonly Make[] = [
  forbiddenField,
  forbiddenField,
  forbiddenFilter,
  forbiddenEntity,
  missing,
  missing,
  malformed,
  malformedKey,
  graphql,
];
