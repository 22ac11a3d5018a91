import type { ArgumentNode, ConstValueNode, ValueNode } from 'graphql';
import { isSearched } from '../naive/entity.ts';
import { type CursorSet, type Generation, pickRow } from './generation.ts';
import { literalOf } from './literal-of.ts';
import { makeFilter } from './make-filter.ts';
import { isOrderable, makeOrder, rewriteOrder } from './make-order.ts';
import { argumentNode, intNode, nullNode, stringNode } from './nodes.ts';
import type { EntityShape } from './shape.ts';
import { valueOrVariable } from './value-or-variable.ts';

export const DEFAULT_PAGE_SIZE = 100;

/** Arguments of a list or connection, and its maximum number of rows. */
export interface ListArguments {
  readonly args: readonly ArgumentNode[];
  readonly rows: number;
}

export interface ListTarget {
  readonly shape: EntityShape;
  /** Approximate number of rows without a page. */
  readonly largest: number;
  /** Desired maximum number of rows. */
  readonly maxRows: number;
}

export function makeListArguments(generation: Generation, target: ListTarget): ListArguments {
  const page = makeForwardPage(generation, target, 'list');
  return { args: shuffle(generation, [...makeShaping(generation, target, 'list'), ...page.args]), rows: page.rows };
}

export function makeConnectionArguments(generation: Generation, target: ListTarget): ListArguments {
  const { random, coverage, cursorSets } = generation;
  const sets = cursorSets.filter(({ entity }) => entity === target.shape.entity.name);
  if (sets.length > 0 && random.chance(0.45)) return makeCursorPage(generation, target, random.pick(sets));
  const fromEnd = random.chance(0.3);
  if (fromEnd) coverage.count('connection last');
  const page = fromEnd ? makeSize(generation, target, 'last') : makeForwardPage(generation, target, 'connection');
  return {
    args: shuffle(generation, [...makeShaping(generation, target, 'connection'), ...page.args]),
    rows: page.rows,
  };
}

type Kind = 'list' | 'connection';

function makeShaping(generation: Generation, { shape }: ListTarget, kind: Kind): readonly ArgumentNode[] {
  const { random, coverage } = generation;
  const shaping: ArgumentNode[] = [];
  if (random.chance(0.6)) {
    coverage.count(`${kind} filter`);
    const target = { shape, sample: pickRow(generation, shape), depth: 0, constant: false };
    shaping.push(argumentNode('filter', makeFilter(generation, target, true)));
  }
  if (shape.searchable && random.chance(0.12)) {
    coverage.count(`${kind} search`);
    shaping.push(argumentNode('search', placeText(generation, stringNode(makeSearch(generation, shape)))));
  }
  if (isOrderable(shape) && random.chance(0.45)) {
    coverage.count(`${kind} orderBy`);
    shaping.push(argumentNode('orderBy', makeOrder(generation, shape)));
  }
  return shaping;
}

/** Generates words, or parts of words, of one row; sometimes a word without a match. */
function makeSearch(generation: Generation, shape: EntityShape): string {
  const { random } = generation;
  const row = pickRow(generation, shape);
  const texts = shape.fields.filter(isSearched).flatMap(({ name }) => String(row?.[name] ?? '').split(/\s+/));
  const words = random.times(random.pick([0, 1, 1, 1, 2, 2, 3]), () => random.pick(['nowhere', ...texts, ...texts]));
  const parts = words.map((word) => (random.chance(0.5) ? [...word].slice(0, random.int(1, 5)).join('') : word));
  const cased = parts.map((part) => (random.chance(0.3) ? part.toUpperCase() : part));
  return cased.join(random.pick([' ', '  ', '\t', '\n ']));
}

function makeForwardPage(generation: Generation, target: ListTarget, kind: Kind): ListArguments {
  const { random, coverage } = generation;
  const unbounded = Math.min(DEFAULT_PAGE_SIZE, target.largest);
  const size =
    unbounded <= target.maxRows && random.chance(0.3)
      ? { args: [], rows: unbounded }
      : makeSize(generation, target, 'first');
  if (size.args.length > 0) coverage.count(`${kind} first`);
  if (!random.chance(0.3)) return size;
  coverage.count(`${kind} offset`);
  const offset = random.chance(0.1) ? random.int(0, 40) : random.pick([0, 1, 1, 2, 3]);
  return { ...size, args: [...size.args, argumentNode('offset', placeInt(generation, intNode(offset), false))] };
}

/** Generates a number of rows, usually at least one. */
export function makeSize(
  generation: Generation,
  { maxRows }: Pick<ListTarget, 'maxRows'>,
  name: 'first' | 'last',
): ListArguments {
  const { random } = generation;
  const rows = random.chance(0.04) ? 0 : random.int(1, Math.max(1, Math.min(12, maxRows)));
  return { args: [argumentNode(name, placeInt(generation, intNode(rows), true))], rows };
}

/** Generates a page at or between cursors, which are valid for their own order only. */
function makeCursorPage(generation: Generation, target: ListTarget, { orderBy, cursors }: CursorSet): ListArguments {
  const { random, coverage } = generation;
  const sides = random.pick([['after'], ['after'], ['before'], ['before'], ['after', 'before']]);
  const size = random.chance(0.5) ? 'last' : 'first';
  const page = makeSize(generation, target, size);
  const args = sides.map((side) => {
    coverage.count(`connection ${side}`);
    return argumentNode(side, placeText(generation, stringNode(random.pick(cursors))));
  });
  coverage.count(`connection ${size}`);
  const filter = makeShaping(generation, target, 'connection').filter(({ name }) => name.value === 'filter');
  const noOffset = random.chance(0.05) ? [argumentNode('offset', nullNode)] : [];
  const order = isOrderable(target.shape)
    ? [argumentNode('orderBy', rewriteOrder(generation, target.shape, orderBy))]
    : [];
  return { args: shuffle(generation, [...filter, ...order, ...args, ...page.args, ...noOffset]), rows: page.rows };
}

/** Generates the key of an item, usually an existing one. */
export function makeKeyArguments(generation: Generation, shape: EntityShape): readonly ArgumentNode[] {
  const { random } = generation;
  const { entity } = shape;
  const columns = entity.fields.filter(({ name }) => entity.key.includes(name));
  const row = pickRow(generation, shape);
  const other = random.chance(0.15) ? pickRow(generation, shape) : row;
  return columns.map(({ name, type }, index) => {
    const value = (index === 0 ? row : other)?.[name] ?? null;
    const missing = type.scalar === 'Int' && random.chance(0.05) ? -1 : value;
    const usage = { type: type.scalar, shape: 'scalar', nullable: false, isReusable: true } as const;
    return argumentNode(
      name,
      valueOrVariable(generation, usage, false, () => literalOf(missing, type, random)),
    );
  });
}

/** A page size must be present to bound the page; an offset may be absent. */
const placeInt = (generation: Generation, node: ConstValueNode, required: boolean): ValueNode =>
  valueOrVariable(
    generation,
    { type: 'Int', shape: 'scalar', nullable: !required, isReusable: false },
    false,
    () => node,
  );

/** Without its cursor, a page in the cursor's order is still valid. */
const placeText = (generation: Generation, node: ConstValueNode): ValueNode =>
  valueOrVariable(
    generation,
    { type: 'String', shape: 'scalar', nullable: true, isReusable: false },
    false,
    () => node,
  );

export function shuffle<T>({ random }: Generation, items: readonly T[]): readonly T[] {
  return items
    .map((item) => ({ item, at: random.next() }))
    .sort((left, right) => left.at - right.at)
    .map(({ item }) => item);
}
