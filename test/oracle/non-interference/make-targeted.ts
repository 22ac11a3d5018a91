import type { Random } from '../generate/random.ts';
import { type Entity, isText, type Row } from '../naive/entity.ts';
import { isGroupable, isNumber } from '../naive/groupable.ts';
import type { RestrictedView } from './restricted-view.ts';

/** A GraphQL operation. @see TestRequest */
export interface TargetedRequest {
  readonly document: string;
  /** JSON text. */
  readonly variables: string;
  readonly feature: string;
}

type MakeTargeted = (random: Random, entity: Entity, view: RestrictedView) => TargetedRequest | undefined;

/** Generates an operation likely to reveal hidden data; undefined if the tried entities have none. */
export function makeTargeted(random: Random, view: RestrictedView, connections: boolean): TargetedRequest | undefined {
  const target = random.pick(connections ? pageMakers : makers);
  return random
    .times(TRIES, () => target(random, random.pick(view.visible.entities), view))
    .find((operation) => operation !== undefined);
}

const TRIES = 6;

const camel = (name: string): string => `${name.charAt(0).toLowerCase()}${name.slice(1)}`;

const target = ({ visible }: RestrictedView, name: string): Entity | undefined =>
  visible.entities.find((entity) => entity.name === name);

/** Row hashes, also of related rows, which must cover readable data only. */
const etags: MakeTargeted = (random, entity, view) => {
  const related = entity.relationships.map(({ name, many }) => `${name}${many ? '(first: 3)' : ''} { _etag }`);
  const some = related.length === 0 ? [] : [random.pick(related), random.pick(related)];
  return {
    feature: 'aimed: _etag',
    variables: '{}',
    document: `{ ${entity.list}(first: 20, offset: ${random.int(0, visibleRows(entity, view))}) { _etag ${[...new Set(some)].join(' ')} } }`,
  };
};

const visibleRows = ({ name }: Entity, { visible }: RestrictedView): number => visible.rows.get(name)?.length ?? 0;

/** Pages at the end of the visible rows, which must not reveal later rows. */
const ends: MakeTargeted = (random, entity, view) => {
  const offset = Math.max(0, visibleRows(entity, view) - random.int(0, 2));
  const observations = 'totalCount hasNextPage hasPreviousPage startCursor endCursor';
  return {
    feature: 'aimed: end of a list',
    variables: '{}',
    document: `{ a: ${entity.list}_connection(offset: ${offset}, first: 1) { ${observations} } b: ${entity.list}_connection(last: 2) { ${observations} } }`,
  };
};

/** Words that occur only in hidden columns or rows. */
const search: MakeTargeted = (random, entity, { everything }) => {
  if (!entity.fields.some(isText)) return undefined;
  const row: Row = random.pick(everything.rows.get(entity.name) ?? []);
  const texts = Object.values(row).filter((value) => typeof value === 'string' && value !== '');
  if (texts.length === 0) return undefined;
  return {
    feature: 'aimed: search',
    variables: JSON.stringify({ w: random.pick(String(random.pick(texts)).split(/\s+/)) }),
    document: `query ($w: String) { ${entity.list}_connection(search: $w, first: 50) { totalCount items { ${entity.key.join(' ')} } } }`,
  };
};

/** Orders by related rows. */
const paths: MakeTargeted = (random, entity, view) => {
  const toOne = entity.relationships.filter(({ many }) => !many);
  if (toOne.length === 0) return undefined;
  const step = random.pick(toOne);
  const fields = target(view, step.target)?.fields.filter(({ type }) => !type.list && type.scalar !== 'JSON') ?? [];
  const order = `{ ${step.name}: { ${random.pick(fields).name}: ${random.pick(['ASC', 'DESC', 'ASC_NULLS_LAST', 'DESC_NULLS_LAST'])} } }`;
  return {
    feature: 'aimed: order by a path',
    variables: '{}',
    document: `{ ${entity.list}(orderBy: [${order}], first: ${random.int(1, 30)}, offset: ${random.int(0, 5)}) { ${entity.key.join(' ')} ${step.name} { ${random.pick(fields).name} } } }`,
  };
};

/** Orders by related rows with cursors, which contain the ordered values. */
const cursors: MakeTargeted = (random, entity, view) => {
  const [step] = entity.relationships.filter(({ many }) => !many);
  const fields = step === undefined ? [] : (target(view, step.target)?.fields.filter(isGroupable) ?? []);
  if (step === undefined || fields.length === 0) return undefined;
  const order = `{ ${step.name}: { ${random.pick(fields).name}: ${random.pick(['ASC', 'DESC'])} } }`;
  return {
    feature: 'aimed: cursors of a path',
    variables: '{}',
    document: `{ ${entity.list}_connection(orderBy: ${order}, first: 1, offset: ${random.int(0, visibleRows(entity, view))}) { startCursor endCursor hasNextPage hasPreviousPage } }`,
  };
};

/** Aggregates of readable fields, per group or in total. */
const aggregates: MakeTargeted = (random, entity) => {
  const numbers = entity.fields.filter(isNumber);
  if (numbers.length === 0) return undefined;
  const by = entity.fields.filter(isGroupable);
  const fields = random.chance(0.4) ? [] : [random.pick(by).name];
  const functions = random.times(3, (index) => {
    const { name } = random.pick(numbers);
    return `a${index}: ${random.pick(['sum', 'avg', 'min', 'max'])}(field: ${name}, distinct: ${random.chance(0.2)})`;
  });
  return {
    feature: 'aimed: aggregates',
    variables: '{}',
    document: `{ ${entity.list}_connection { groupBy(fields: [${fields.join()}], first: 100) { ${fields.length === 0 ? '' : `fields { ${fields.join(' ')} }`} aggregations { count ${functions.join(' ')} } } } }`,
  };
};

/** Items by keys that exist in one database, in both, or are visible. */
const items: MakeTargeted = (random, entity, { everything }) => {
  const rows = everything.rows.get(entity.name) ?? [];
  const many = entity.relationships.filter((relationship) => relationship.many);
  const counted = many.map(({ name }) => `${name}(first: 2) { __typename }`);
  const fields = random.times(8, (index) => {
    const row = random.pick(rows);
    const keys = entity.key.map((column) => `${column}: ${JSON.stringify(row[column])}`);
    return `i${index}: ${camel(entity.name)}_by_pk(${keys.join(', ')}) { _etag ${counted.length === 0 ? '' : random.pick(counted)} }`;
  });
  return { feature: 'aimed: items', variables: '{}', document: `{ ${fields.join(' ')} }` };
};

/** Filters by values of related rows, visible or not. */
const quantifiers: MakeTargeted = (random, entity, view) => {
  const many = entity.relationships.filter((relationship) => relationship.many);
  if (many.length === 0) return undefined;
  const { name, target: to } = random.pick(many);
  const texts = target(view, to)?.fields.filter(isText) ?? [];
  if (texts.length === 0) return undefined;
  const field = random.pick(texts);
  const value = random.pick(view.everything.rows.get(to) ?? [])[field.name] ?? null;
  const quantifier = random.pick(['some', 'every', 'none']);
  return {
    feature: 'aimed: quantifiers',
    variables: JSON.stringify({ v: value }),
    document: `query ($v: String) { ${entity.list}(first: 40, filter: { ${name}: { ${quantifier}: { ${field.name}: { ${random.pick(['eq', 'neq', 'lte', 'contains'])}: $v } } } }) { ${entity.key.join(' ')} } }`,
  };
};

const makers: readonly MakeTargeted[] = [etags, paths, items, quantifiers];
const pageMakers: readonly MakeTargeted[] = [...makers, ends, search, aggregates, cursors];
