import type { Random } from '../generate/random.ts';
import type { Dataset, Entity, Field, Row, Value } from '../naive/entity.ts';
import { Store } from '../naive/store.ts';
import { varyUnique } from './draw-value.ts';
import { matchesItem } from './judge.ts';
import { type Role, visibleTo } from './role.ts';

/** A changed, inserted, or deleted row. */
export type RowChange =
  | { readonly kind: 'update'; readonly entity: Entity; readonly row: Row; readonly set: Row }
  | { readonly kind: 'insert'; readonly entity: Entity; readonly row: Row }
  | { readonly kind: 'delete'; readonly entity: Entity; readonly row: Row };

/** Constraints of the database other than keys and references. */
export interface Rules {
  /** Unique columns: `Customer.email`. */
  readonly unique: readonly string[];
  /** Generated columns and their inputs, which stay unchanged. */
  readonly derived: readonly string[];
  /** Entities derived from other tables. */
  readonly views: readonly string[];
}

/**
 * Changes data hidden from a role: rows excluded by its policies, and forbidden columns of others. Keys stay unique,
 * references valid, and the visible rows equal. Views depend on hidden rows, so the role must not read them.
 */
export function makeHiddenChanges(
  dataset: Dataset,
  role: Role,
  { random, rules, count }: { readonly random: Random; readonly rules: Rules; readonly count: number },
): readonly RowChange[] {
  if (rules.views.some((view) => !role.denied.includes(view))) throw new Error('The role may read a view.');
  const visible = visibleTo(role, role.caller, dataset);
  const entities = dataset.entities.filter(({ name }) => !rules.views.includes(name));
  const context = { dataset, store: new Store(dataset), visible, role, random, rules, used: new Set<Row>() };
  const changes = random
    .times(count, () => makeChange(random.pick(entities), context))
    .filter((change) => change !== undefined)
    .filter((change) => isUnnoticedAlone(change, context));
  return keepUnnoticed(changes, { dataset, visible, role });
}

interface MakeContext {
  readonly dataset: Dataset;
  readonly store: Store;
  readonly visible: Dataset;
  readonly role: Role;
  readonly random: Random;
  readonly rules: Rules;
  /** Rows that are already changed. */
  readonly used: Set<Row>;
}

function makeChange(entity: Entity, context: MakeContext): RowChange | undefined {
  const { visible, random, store, used } = context;
  const visibleRows = new Set(visible.rows.get(entity.name));
  const rows = store.rows(entity).filter((row) => !used.has(row));
  const hidden = rows.filter((row) => !visibleRows.has(row));
  const kind = random.pick(['update', 'update', 'update', 'columns', 'columns', 'insert', 'delete'] as const);
  const row = pickOptional(
    kind === 'columns' ? rows.filter((candidate) => visibleRows.has(candidate)) : hidden,
    random,
  );
  if (row === undefined) return undefined;
  if (kind === 'delete' && isReferred(entity, row, context)) return undefined;
  used.add(row);
  switch (kind) {
    case 'delete':
      return { kind, entity, row };
    case 'insert':
      return { kind, entity, row: copyRow(entity, row, context) };
    case 'update':
      return update(entity, row, changeable(entity, context), context);
    case 'columns': {
      const unreadable = context.role.hidden.get(entity.name) ?? [];
      const links = new Set([
        ...entity.relationships.flatMap(({ on }) => Object.keys(on)),
        ...targetColumns(entity, context),
      ]);
      const fields = changeable(entity, context).filter(({ name }) => unreadable.includes(name) && !links.has(name));
      return update(entity, row, fields, context);
    }
  }
}

/**
 * Returns whether the policy of the row's own entity has the same result; a fast check that rejects most visible
 * changes.
 */
function isUnnoticedAlone(change: RowChange, { role, store, visible }: MakeContext): boolean {
  const { kind, entity, row } = change;
  const policy = role.policies.get(entity.name);
  if (kind === 'delete' || policy === undefined) return true;
  const isVisible = kind === 'update' && visible.rows.get(entity.name)?.includes(row) === true;
  const changed = kind === 'update' ? { ...row, ...change.set } : row;
  return matchesItem(policy, { entity, row: changed }, store, role.caller.claims) === isVisible;
}

const isReferred = ({ name }: Entity, row: Row, { dataset, store }: MakeContext): boolean =>
  dataset.entities.some((other) =>
    other.relationships.some(
      (to) => !to.many && to.target === name && store.rows(other).some((from) => store.related(to, from).includes(row)),
    ),
  );

const pickOptional = <T>(items: readonly T[], random: Random): T | undefined =>
  items.length === 0 ? undefined : random.pick(items);

/** Returns the columns that are neither key nor derived, and have a writable type. */
function changeable({ name, key, fields }: Entity, { rules }: MakeContext): readonly Field[] {
  return fields.filter(
    (field) =>
      !key.includes(field.name) &&
      !rules.derived.includes(`${name}.${field.name}`) &&
      !field.type.list &&
      field.type.scalar !== 'JSON',
  );
}

/** Returns the columns referenced by rows of other entities. */
const targetColumns = ({ name }: Entity, { dataset }: MakeContext): readonly string[] =>
  dataset.entities.flatMap(({ relationships }) =>
    relationships.flatMap(({ target, on, through }) => (target === name ? Object.values(through?.on ?? on) : [])),
  );

function update(entity: Entity, row: Row, fields: readonly Field[], context: MakeContext): RowChange | undefined {
  const { random } = context;
  if (fields.length === 0) return undefined;
  const some = new Set(random.times(random.int(1, 3), () => random.pick(fields)));
  return {
    kind: 'update',
    entity,
    row,
    set: Object.fromEntries([...some].map((field) => [field.name, newValue(entity, field, context)])),
  };
}

/** Returns the value of another row, which satisfies all constraints, or a unique value if required. */
function newValue(entity: Entity, { name, type, nullable }: Field, { store, random, rules }: MakeContext): Value {
  if (nullable && random.chance(0.2)) return null;
  const value = random.pick(store.rows(entity))[name] ?? null;
  if (value === null && !nullable) throw new Error(`"${name}" of "${entity.name}" must have a value.`);
  return rules.unique.includes(`${entity.name}.${name}`) && value !== null ? varyUnique(value, type, random) : value;
}

/** Copies a row with another key. */
function copyRow(entity: Entity, row: Row, context: MakeContext): Row {
  const { random, rules, store } = context;
  const fields = entity.fields.map((field): readonly [string, Value] => {
    const { name, type, nullable } = field;
    if (type.list) return [name, nullable ? null : []];
    if (type.scalar === 'JSON') return [name, null];
    if (rules.unique.includes(`${entity.name}.${name}`)) return [name, newValue(entity, field, context)];
    return [name, row[name] ?? null];
  });
  const last = entity.key.at(-1) ?? '';
  const highest = Math.max(...store.rows(entity).map((other) => Number(other[last])));
  const reference = entity.relationships.find(({ many, on }) => !many && last in on);
  const referred = reference && random.pick(store.rows(store.entity(reference.target)))[reference.on[last] ?? ''];
  return { ...Object.fromEntries(fields), [last]: referred ?? highest + random.int(1, 900) };
}

/** Returns the changes that the role cannot notice and the database accepts. */
export function keepUnnoticed(
  changes: readonly RowChange[],
  before: { readonly dataset: Dataset; readonly visible: Dataset; readonly role: Role },
): readonly RowChange[] {
  if (changes.length === 0) return [];
  const after = applyChanges(before.dataset, changes);
  if (isSound(after) && seesSame(before.visible, visibleTo(before.role, before.role.caller, after))) return changes;
  if (changes.length === 1) return [];
  const half = Math.ceil(changes.length / 2);
  const first = keepUnnoticed(changes.slice(0, half), before);
  const dataset = applyChanges(before.dataset, first);
  return [...first, ...keepUnnoticed(changes.slice(half), { ...before, dataset })];
}

export function applyChanges({ entities, rows }: Dataset, changes: readonly RowChange[]): Dataset {
  const byRow = new Map(changes.map((change) => [change.row, change]));
  const changed = entities.map(({ name }) => {
    const remaining = (rows.get(name) ?? []).flatMap((row): readonly Row[] => {
      const change = byRow.get(row);
      if (change?.kind === 'delete') return [];
      return change?.kind === 'update' ? [{ ...row, ...change.set }] : [row];
    });
    const added = changes.flatMap((change) =>
      change.kind === 'insert' && change.entity.name === name ? [change.row] : [],
    );
    return [name, [...remaining, ...added]] as const;
  });
  return { entities, rows: new Map(changed) };
}

/** Returns whether keys are unique and references valid. */
function isSound(dataset: Dataset): boolean {
  const store = new Store(dataset);
  return dataset.entities.every((entity) => {
    const rows = store.rows(entity);
    const references = entity.relationships.filter(({ many }) => !many);
    return (
      keysOf(rows, entity).size === rows.length &&
      rows.every((row) =>
        references.every(
          (to) => Object.keys(to.on).some((column) => row[column] === null) || store.related(to, row).length > 0,
        ),
      )
    );
  });
}

const keysOf = (rows: readonly Row[], { key }: Entity): ReadonlySet<string> =>
  new Set(rows.map((row) => key.map((column) => String(row[column])).join('/')));

const seesSame = (before: Dataset, after: Dataset): boolean =>
  before.entities.every((entity) => {
    const [then, now] = [before, after].map(({ rows }) => keysOf(rows.get(entity.name) ?? [], entity));
    return then !== undefined && now !== undefined && then.symmetricDifference(now).size === 0;
  });
