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

export interface Making {
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
export function makeStep(making: Making): Step {
  const { random, coverage, taggedRows } = making;
  if (taggedRows.length > 0 && random.chance(0.22)) return makeTaggedStep(making);
  const role = coverage.pickRare(random, Object.keys(roles), (name) => `role ${name}`);
  const caller = makeCaller(random, role);
  const pair = random.chance(0.05) ? makeDeferred({ ...making, caller, nests: false }) : undefined;
  if (pair !== undefined) return finish(making, { caller, api: 'graphql', operations: pair });
  const api = random.chance(0.6) ? 'graphql' : 'rest';
  const of = { ...making, caller, nests: api === 'graphql' || random.chance(0.04) };
  // Only GraphQL changes many rows.
  const first = makeOperation(of, ({ kind }) => api === 'graphql' || isOfRest(kind));
  const more = api === 'rest' || random.chance(0.7) ? 0 : random.int(1, 3);
  const isReading = !isMutation(first);
  const others = random.times(more, () => makeOperation(of, ({ action }) => (action === 'read') === isReading));
  return finish(making, { caller, api, operations: [first, ...others] });
}

const isOfRest = (kind: Kind): boolean =>
  kind !== 'updateMany' && kind !== 'deleteMany' && (kind !== 'list' || store().collections);

/** Generates a change of a known row, on condition that it is unchanged or changed. */
function makeTaggedStep(making: Making): Step {
  const { random, taggedRows } = making;
  const { caller, entity, key } = random.pick(taggedRows);
  const kind = random.pick(['update', 'update', 'replace', 'delete'] as const);
  const change = makeOf(kind, entityOf(entity), { ...making, caller, nests: false });
  const ifMatch = random.pick(['latest', 'latest', 'latest', 'stale', '*', 'none'] as const);
  const { ifMatch: _, ifNoneMatch: __, ...rest } = { ifMatch: undefined, ifNoneMatch: undefined, ...change };
  const operation = { ...rest, key, ...(ifMatch !== 'none' && { ifMatch }) } as Operation;
  return finish(making, { caller, api: random.chance(0.5) ? 'graphql' : 'rest', operations: [operation] });
}

/** REST returns all readable fields by default. */
function finish({ random }: Making, { caller, api, operations }: Omit<Step, 'style'>): Step {
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

function makeOperation(making: MakingFor, fits: (kind: (typeof kinds)[number]) => boolean): Operation {
  const { random, coverage, caller } = making;
  const { kind, action } = random.pickWeighted(
    kinds.filter(fits),
    ({ kind: name, weight }) => weight / Math.sqrt(1 + coverage.of(name)),
  );
  const offered = entities.filter((entity) => offers(entity, kind, action));
  const may = offered.filter(({ name }) => rightOf(caller, name, action) !== undefined);
  const entity = may.length > 0 && !random.chance(0.03) ? random.pick(may) : random.pick(offered);
  return makeOf(kind, entity, making);
}

/** Returns whether any role may do it, and the row can be named. */
function offers(entity: Entity, kind: Kind, action: Action): boolean {
  const isAllowed = Object.values(roles).some((rights) => rights[entity.name]?.[action] !== undefined);
  return isAllowed && (entity.isKeyed || kind === 'create' || kind === 'createMany');
}

/** Input for requests of a caller. */
export interface MakingFor extends Making {
  readonly caller: Caller;
  /** Whether new rows may be nested. */
  readonly nests: boolean;
}

function makeOf(kind: Kind, entity: Entity, making: MakingFor): Operation {
  const { random } = making;
  const of = { entity: entity.name, selection: makeSelection(making, entity) };
  switch (kind) {
    case 'one':
      return { kind, ...of, key: makeKey(making, entity, { action: 'read', missing: 0.2 }) };
    case 'list':
      return { kind, ...of, filter: makeFilter(making, entity, 'read') };
    case 'create':
      return { kind, ...of, item: makeItem(making, entity) };
    case 'createMany':
      return { kind, ...of, items: random.times(random.int(0, 3), () => makeItem(making, entity)) };
    case 'update':
      return {
        kind,
        ...of,
        key: makeKey(making, entity, { action: 'update', missing: 0.25 }),
        item: makeChange(making, entity, 'update'),
        ...makeTag(random),
      };
    case 'updateMany':
      return { kind, ...of, ...makeMany(making, entity), item: makeChange(making, entity, 'update') };
    case 'replace': {
      const isNew = random.chance(0.12);
      const tag = isNew ? { ifNoneMatch: '*' as const } : makeTag(random);
      const key = makeKey(making, entity, { action: 'update', missing: isNew && random.chance(0.7) ? 1 : 0.25 });
      return { kind, ...of, key, item: makeChange(making, entity, 'replace'), ...tag };
    }
    case 'delete':
      return { kind, ...of, key: makeKey(making, entity, { action: 'delete', missing: 0.25 }), ...makeTag(random) };
    case 'deleteMany':
      return { kind, ...of, ...makeMany(making, entity) };
  }
}

function makeMany(
  making: MakingFor,
  entity: Entity,
): { readonly filter: ReturnType<typeof makeFilter>; readonly all?: boolean } {
  const filter = makeFilter(making, entity, 'write');
  return filter.length === 0 && making.random.chance(0.6) ? { filter, all: true } : { filter };
}

function makeTag(random: Random): { readonly ifMatch?: TagChoice } {
  if (!random.chance(0.3)) return {};
  return { ifMatch: random.pick(['*', 'latest', 'latest', 'latest', 'stale', 'unknown'] as const) };
}

/** Picks an existing key, usually of a permitted row, or a missing one. */
function makeKey({ random, state, caller }: MakingFor, entity: Entity, { action, missing }: KeyFor): Key {
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
export function fieldsToName({ random, caller }: MakingFor, entity: Entity, action: Action): readonly string[] {
  const may = fieldsFor(caller, entity, action);
  return may.length === 0 || random.chance(0.02) ? entityOf(entity.name).columns.map(({ name }) => name) : may;
}
