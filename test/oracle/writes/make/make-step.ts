import type { Coverage } from '../../generate/coverage.ts';
import type { Random } from '../../generate/random.ts';
import { type Entity, entities, entityOf, rowsOf } from '../model/entity.ts';
import type { Action, Caller } from '../model/right.ts';
import { fieldsFor, isAllowed, rightOf } from '../model/role-rights.ts';
import { claimNames, claimValues, roles } from '../model/roles.ts';
import type { State } from '../model/state.ts';
import {
  isMutation,
  type Key,
  type Kind,
  type Operation,
  type Selection,
  type Step,
  type TagChoice,
} from '../model/step.ts';
import { store } from '../model/store.ts';
import type { Row } from '../model/table.ts';
import type { TaggedRow } from '../tags.ts';
import { num } from '../wire.ts';
import { makeDeferred } from './make-deferred.ts';
import { makeFilter } from './make-filter.ts';
import { makeChange, makeItem } from './make-item.ts';
import { makeSelection } from './make-selection.ts';
import { makeSome } from './make-value.ts';

export interface MakeContext {
  readonly random: Random;
  /** Existing rows. */
  readonly state: State;
  readonly coverage: Coverage;
  /** Rows whose ETags are known. */
  readonly taggedRows: readonly TaggedRow[];
}

const kinds: readonly { readonly kind: Kind; readonly weight: number; readonly action: Action }[] = [
  { kind: 'create', weight: 20, action: 'create' },
  { kind: 'createMany', weight: 8, action: 'create' },
  { kind: 'update', weight: 20, action: 'update' },
  { kind: 'updateMany', weight: 8, action: 'update' },
  { kind: 'replace', weight: 12, action: 'update' },
  { kind: 'delete', weight: 10, action: 'delete' },
  { kind: 'deleteMany', weight: 5, action: 'delete' },
  { kind: 'one', weight: 8, action: 'read' },
  { kind: 'list', weight: 5, action: 'read' },
];

/** Generates a random request, which may be rejected. */
export function makeStep(context: MakeContext): Step {
  const { random, coverage, taggedRows } = context;
  if (taggedRows.length > 0 && random.chance(0.22)) return makeTaggedStep(context);
  const role = coverage.pickRare(random, Object.keys(roles), (name) => `role ${name}`);
  const caller = makeCaller(random, role);
  const pair = random.chance(0.05) ? makeDeferred({ ...context, caller, nests: false }) : undefined;
  if (pair !== undefined) return finish(context, { caller, api: 'graphql', operations: pair });
  const api = random.chance(0.6) ? 'graphql' : 'rest';
  const of = { ...context, caller, nests: api === 'graphql' || random.chance(0.04) };
  // Only GraphQL changes many rows.
  const first = makeOperation(of, ({ kind }) => api === 'graphql' || isOfRest(kind));
  const more = api === 'rest' || random.chance(0.7) ? 0 : random.int(1, 3);
  const isReading = !isMutation(first);
  const others = random.times(more, () => makeOperation(of, ({ action }) => (action === 'read') === isReading));
  return finish(context, { caller, api, operations: [first, ...others] });
}

const isOfRest = (kind: Kind): boolean =>
  kind !== 'updateMany' && kind !== 'deleteMany' && (kind !== 'list' || store().collections);

/** Generates a change of a known row with an ETag, which may be outdated. */
function makeTaggedStep(context: MakeContext): Step {
  const { random, taggedRows } = context;
  const { caller, entity, key } = random.pick(taggedRows);
  const kind = random.pick(['update', 'update', 'replace', 'delete'] as const);
  const change = makeOf(kind, entityOf(entity), { ...context, caller, nests: false });
  const ifMatch = random.pick(['latest', 'latest', 'latest', 'stale', '*', 'none'] as const);
  const { ifMatch: _, ifNoneMatch: __, ...rest } = { ifMatch: undefined, ifNoneMatch: undefined, ...change };
  const operation = { ...rest, key, ...(ifMatch !== 'none' && { ifMatch }) } as Operation;
  return finish(context, { caller, api: random.chance(0.5) ? 'graphql' : 'rest', operations: [operation] });
}

/** REST returns all readable fields by default. */
function finish({ random }: MakeContext, { caller, api, operations }: Omit<Step, 'style'>): Step {
  const selectionOf = (operation: Operation): Selection =>
    operation.kind !== 'delete' && rightOf(caller, operation.entity, 'read') !== undefined && random.chance(0.4)
      ? withoutMeta(operation.selection)
      : { fields: [], relationships: [] };
  const selected =
    api === 'graphql'
      ? operations
      : operations.map((operation) => ({ ...operation, selection: selectionOf(operation) }));
  return { caller, api, operations: selected, style: random.int(0, 999) };
}

const withoutMeta = ({ fields, relationships }: Selection): Selection => ({
  fields: fields.filter((name) => !name.startsWith('_')),
  relationships: relationships.map(({ name, selection }) => ({ name, selection: withoutMeta(selection) })),
});

/** Generates a caller of a role, rarely without the claim of its policies. */
function makeCaller(random: Random, role: string): Caller {
  const [name, values] = [claimNames[role], claimValues[role]];
  if (name === undefined || values === undefined || random.chance(0.03)) return { role, claims: {} };
  return { role, claims: { [name]: random.pick(values) } };
}

function makeOperation(context: CallerContext, fits: (kind: (typeof kinds)[number]) => boolean): Operation {
  const { random, coverage, caller } = context;
  const { kind, action } = random.pickWeighted(
    kinds.filter(fits),
    ({ kind: name, weight }) => weight / Math.sqrt(1 + coverage.of(name)),
  );
  const offered = entities.filter((entity) => offers(entity, kind, action));
  const may = offered.filter(({ name }) => rightOf(caller, name, action) !== undefined);
  const entity = may.length > 0 && !random.chance(0.03) ? random.pick(may) : random.pick(offered);
  return makeOf(kind, entity, context);
}

/** Returns whether some role may perform the action, and the row can be identified by a key. */
function offers(entity: Entity, kind: Kind, action: Action): boolean {
  const isAllowed = Object.values(roles).some((rights) => rights[entity.name]?.[action] !== undefined);
  return isAllowed && (entity.isKeyed || kind === 'create' || kind === 'createMany');
}

/** Input for requests of a caller. */
export interface CallerContext extends MakeContext {
  readonly caller: Caller;
  /** True if new rows may be nested. */
  readonly nests: boolean;
}

function makeOf(kind: Kind, entity: Entity, context: CallerContext): Operation {
  const { random } = context;
  const of = { entity: entity.name, selection: makeSelection(context, entity) };
  switch (kind) {
    case 'one':
      return { kind, ...of, key: makeKey(context, entity, { action: 'read', missing: 0.2 }) };
    case 'list':
      return { kind, ...of, filter: makeFilter(context, entity, 'read') };
    case 'create':
      return { kind, ...of, item: makeItem(context, entity) };
    case 'createMany':
      return { kind, ...of, items: random.times(random.int(0, 3), () => makeItem(context, entity)) };
    case 'update':
      return {
        kind,
        ...of,
        key: makeKey(context, entity, { action: 'update', missing: 0.25 }),
        item: makeChange(context, entity, 'update'),
        ...makeTag(random),
      };
    case 'updateMany':
      return { kind, ...of, ...makeMany(context, entity), item: makeChange(context, entity, 'update') };
    case 'replace': {
      const isNew = random.chance(0.12);
      const tag = isNew ? { ifNoneMatch: '*' as const } : makeTag(random);
      const key = makeKey(context, entity, { action: 'update', missing: isNew && random.chance(0.7) ? 1 : 0.25 });
      return { kind, ...of, key, item: makeChange(context, entity, 'replace'), ...tag };
    }
    case 'delete':
      return { kind, ...of, key: makeKey(context, entity, { action: 'delete', missing: 0.25 }), ...makeTag(random) };
    case 'deleteMany':
      return { kind, ...of, ...makeMany(context, entity) };
  }
}

function makeMany(
  context: CallerContext,
  entity: Entity,
): { readonly filter: ReturnType<typeof makeFilter>; readonly all?: boolean } {
  const filter = makeFilter(context, entity, 'write');
  return filter.length === 0 && context.random.chance(0.6) ? { filter, all: true } : { filter };
}

function makeTag(random: Random): { readonly ifMatch?: TagChoice } {
  if (!random.chance(0.3)) return {};
  return { ifMatch: random.pick(['*', 'latest', 'latest', 'latest', 'stale', 'unknown'] as const) };
}

/** Picks an existing key, usually of a permitted row, or a missing one. */
function makeKey({ random, state, caller }: CallerContext, entity: Entity, { action, missing }: KeyFor): Key {
  const rows = rowsOf(state, entity);
  const mine = rows.filter((row) => isAllowed(caller, action, { entity, row, state }));
  const names = entity.table.key;
  if (mine.length > 0 && random.chance(0.5)) return pickNames(names, random.pick(mine));
  if (rows.length > 0 && !random.chance(missing)) return pickNames(names, random.pick(rows));
  return Object.fromEntries(
    names.map((name) => {
      const column = entity.table.columns.find((candidate) => candidate.name === name);
      if (column === undefined || column.type === 'Int') return [name, num(random.int(1, 12))];
      return [name, makeSome(random, { table: entity.table, column, state })];
    }),
  );
}

interface KeyFor {
  readonly action: Action;
  /** Probability of a missing key. */
  readonly missing: number;
}

const pickNames = (names: readonly string[], row: Row): Key =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]));

/** Picks fields the caller may use, rarely any others. */
export function fieldsToName({ random, caller }: CallerContext, entity: Entity, action: Action): readonly string[] {
  const may = fieldsFor(caller, entity, action);
  return may.length === 0 || random.chance(0.02) ? entityOf(entity.name).columns.map(({ name }) => name) : may;
}
