import { makeCondition } from '../expressions/make-condition.ts';
import { printCondition } from '../expressions/print-condition.ts';
import { Coverage } from '../generate/coverage.ts';
import type { Random } from '../generate/random.ts';
import { Decimal } from '../naive/decimal.ts';
import { type Entity, isText, type Row, type Value } from '../naive/entity.ts';
import type { Store } from '../naive/store.ts';
import type { TestRequest } from './test-request.ts';

/** Usable entities and fields, and rows for values. */
export interface RestParts {
  readonly random: Random;
  readonly entities: readonly Entity[];
  readonly store: Store;
}

type Option = readonly [name: string, value: string];

/** Generates a request for a page of a collection. */
export function makeCollection(parts: RestParts): TestRequest {
  const { random } = parts;
  const entity = random.pick(parts.entities);
  const options = shuffle(random, [
    ...shaping(parts, entity),
    ...paging(random),
    ...(random.chance(0.3) ? [['$count', random.pick(['true', 'true', 'false'])] as const] : []),
    ...(hasRelated(entity) && random.chance(0.35) ? [['$expand', makeExpand(parts, entity, 2)] as const] : []),
  ]);
  return writeRest(`/api/${entity.name}`, options, ['rest list']);
}

/** Generates a request for an item by an existing key, visible or not. */
export function makeItem(parts: RestParts): TestRequest {
  const { random, store } = parts;
  const entity = random.pick(parts.entities);
  const row = random.pick(store.rows(store.entity(entity.name)));
  const other = random.chance(0.1) ? random.pick(store.rows(store.entity(entity.name))) : row;
  const options: readonly Option[] = [
    ...(random.chance(0.3) ? [['$select', makeSelect(random, entity)] as const] : []),
    ...(hasRelated(entity) && random.chance(0.4) ? [['$expand', makeExpand(parts, entity, 2)] as const] : []),
  ];
  const parted = entity.key.map((name, index) => ({ name, text: textOf((index === 0 ? row : other)[name] ?? null) }));
  const named = random.chance(0.3);
  const path = parted.map(({ name, text }) => (named ? `${name}/${text}` : text)).join('/');
  return writeRest(`/api/${entity.name}/${path}`, options, ['rest item']);
}

export function writeRest(path: string, options: readonly Option[], features: readonly string[]): TestRequest {
  const query = options.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return {
    features: [...features, ...options.map(([name]) => name)],
    method: 'GET',
    url: query === '' ? path : `${path}?${query}`,
    headers: {},
  };
}

function shaping(parts: RestParts, entity: Entity): readonly Option[] {
  const { random } = parts;
  const texts = entity.fields.filter(isText);
  return [
    ...(random.chance(0.3) ? [['$select', makeSelect(random, entity)] as const] : []),
    ...(random.chance(0.45) ? [['$filter', makeFilterText(parts, entity)] as const] : []),
    ...(random.chance(0.45) ? [['$orderby', makeOrderText(parts, entity)] as const] : []),
    ...(texts.length > 0 && random.chance(0.2) ? [['$search', makeWords(parts, entity)] as const] : []),
  ];
}

function paging(random: Random): readonly Option[] {
  const size = String(random.pick([1, 1, 2, 3, 5, 8, 40]));
  return random.pick<readonly Option[]>([
    [],
    [['$first', size]],
    [['$first', size]],
    [['$first', '-1']],
    [['$top', size]],
    [['$last', size]],
    [['$last', size]],
    [
      ['$first', size],
      ['$skip', String(random.pick([1, 2, 3, 10, 30]))],
    ],
    [['$skip', String(random.pick([1, 5, 50]))]],
  ]);
}

const makeSelect = (random: Random, { fields }: Entity): string =>
  [...new Set(random.times(random.int(1, 5), () => random.pick(fields).name))].join(',');

/** Generates a usually small condition, like a policy without claims. */
export function makeFilterText({ random, store }: RestParts, { name }: Entity): string {
  const context = { random, store, coverage: new Coverage([]), claims: undefined };
  const budget = { leaves: random.pick([1, 1, 2, 3]) };
  return printCondition(makeCondition({ ...context, budget }, store.entity(name)), '$filter');
}

const isOrdered = ({ type }: Entity['fields'][number]): boolean => !type.list && type.scalar !== 'JSON';

/** Returns the entity's own fields, and fields of to-one relationships, whose rows may be hidden. */
function makeOrderText({ random, store }: RestParts, entity: Entity): string {
  const items = random.times(random.pick([1, 1, 2, 3]), () => {
    const steps: string[] = [];
    let at = entity;
    while (random.chance(0.45) && steps.length < 3) {
      const toOne = at.relationships.filter(({ many }) => !many);
      if (toOne.length === 0) break;
      const { name, target } = random.pick(toOne);
      steps.push(name);
      at = store.entity(target);
    }
    const path = [...steps, random.pick(at.fields.filter(isOrdered)).name].join('/');
    return { path, text: `${path}${random.pick(['', ' asc', ' desc'])}` };
  });
  return [...new Map(items.map(({ path, text }) => [path, text])).values()].join(',');
}

const hasRelated = ({ relationships }: Entity): boolean => relationships.length > 0;

function makeExpand(parts: RestParts, entity: Entity, depth: number): string {
  const { random, store } = parts;
  const some = [...new Set(random.times(random.pick([1, 1, 2]), () => random.pick(entity.relationships)))];
  return some
    .map(({ name, target: targetName, many }) => {
      const target = store.entity(targetName);
      const options = [
        ...(random.chance(0.4) ? [`$select=${makeSelect(random, target)}`] : []),
        ...(depth > 1 && hasRelated(target) && random.chance(0.4)
          ? [`$expand=${makeExpand(parts, target, depth - 1)}`]
          : []),
        ...(many && random.chance(0.3) ? [`$filter=${makeFilterText(parts, target)}`] : []),
        ...(many && random.chance(0.3) ? [`$orderby=${makeOrderText(parts, target)}`] : []),
        ...(many && random.chance(0.5) ? [`$first=${random.int(1, 4)}`] : []),
        ...(many && random.chance(0.3) ? ['$count=true'] : []),
      ];
      return options.length === 0 ? name : `${name}(${options.join(';')})`;
    })
    .join(',');
}

/** Picks words of any text, including hidden fields and rows. */
function makeWords({ random, store }: RestParts, { name }: Entity): string {
  const rows = store.rows(store.entity(name));
  const row: Row = random.pick(rows);
  const texts = Object.values(row).filter((value) => typeof value === 'string' && value !== '');
  const words = String(texts.length === 0 ? 'nowhere' : random.pick(texts)).split(/\s+/);
  return random.times(random.pick([1, 1, 2]), () => random.pick(words)).join(' ');
}

/** Prints a value in the path of an item. */
export function textOf(value: Value): string {
  return encodeURIComponent(value instanceof Decimal ? value.text : String(value));
}

const shuffle = <T>(random: Random, items: readonly T[]): readonly T[] =>
  items
    .map((item) => ({ item, at: random.next() }))
    .sort((left, right) => left.at - right.at)
    .map(({ item }) => item);
