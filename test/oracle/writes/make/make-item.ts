import { type Entity, entityOf, type Relationship } from '../model/entity.ts';
import type { Action } from '../model/right.ts';
import { fieldsFor, rightOf } from '../model/role-rights.ts';
import { roles } from '../model/roles.ts';
import type { Item } from '../model/step.ts';
import { store } from '../model/store.ts';
import type { Column, Row } from '../model/table.ts';
import { num, type Wire } from '../wire.ts';
import { type CallerContext, fieldsToName } from './make-step.ts';
import { makeSome, makeValue } from './make-value.ts';

/** Generates a new row, sometimes with parents and children. */
export function makeItem(
  context: CallerContext,
  entity: Entity,
  { depth = 2, filled = [] as readonly string[] } = {},
): Item {
  const { random } = context;
  const nested = context.nests && depth > 0 && random.chance(0.5) ? pickNested(context, entity, filled) : [];
  const used = [...filled, ...nested.filter(({ many }) => !many).map(({ on: [column] }) => column)];
  const ownFields = makeOwnFields(context, entity, { action: 'create', without: used });
  const related = nested.map(({ name, target, many, on: [, column], through }): readonly [string, Wire] => {
    const below = { depth: depth - 1, filled: many && through === undefined ? [column] : [] };
    const makeTarget = (): Item => makeItem(context, entityOf(target), below);
    return [name, many ? random.times(random.int(1, 2), makeTarget) : makeTarget()];
  });
  return { ...ownFields, ...Object.fromEntries(related) };
}

/** Relationships along which the caller may create rows, without cycles. */
function pickNested(
  { random, caller }: CallerContext,
  entity: Entity,
  filled: readonly string[],
): readonly Relationship[] {
  return entity.relationships.filter(({ target, many, on: [column], through }) => {
    const created = [target, ...(through === undefined ? [] : [through.entity])];
    const may = created.every((other) => rightOf(caller, other, 'create') !== undefined);
    // A value for a column that the outer row fills is rejected.
    const fits = many || !filled.includes(column);
    return fits && (may || random.chance(0.02)) && random.chance(through === undefined ? 0.4 : 0.6);
  });
}

/** Generates an update, or a replacement with all required fields. */
export function makeChange(context: CallerContext, entity: Entity, kind: 'update' | 'replace'): Item {
  const { random, caller } = context;
  const withKey = { without: entity.table.key };
  if (kind === 'replace') {
    const action = rightOf(caller, entity.name, 'update') === undefined ? 'create' : 'update';
    return makeOwnFields(context, entity, { action, ...withKey });
  }
  const names = new Set(fieldsToName(context, entity, 'update'));
  const columns = entity.columns.filter(
    (column) =>
      names.has(column.name) && isWritten(entity, 'update', column) && !entity.table.key.includes(column.name),
  );
  if (columns.length === 0) return bad;
  const breaking = columns.filter(({ name }) => name in forbidden);
  if (breaking.length > 0 && random.chance(0.15)) {
    const { name } = random.pick(breaking);
    return { [name]: random.pick(forbidden[name] ?? []) };
  }
  const picked = new Set(random.times(random.int(1, 3), () => random.pick(columns)));
  return withMistake(
    context,
    entity,
    Object.fromEntries([...picked].map((column) => [column.name, value(context, entity, column)])),
  );
}

/** Values excluded by policies. */
const forbidden: Readonly<Record<string, readonly Wire[]>> = {
  owner: ['ann', 'bob', 'house'],
  number: [num(13), null],
  place: [num(7)],
  price: [num(500)],
  ship_region: ['east', null],
  day: ['2024-02-29', null],
};

const bad: Item = { nothing: num(1) };

interface OwnFields {
  readonly action: Action;
  readonly without: readonly string[];
}

function makeOwnFields(context: CallerContext, entity: Entity, { action, without }: OwnFields): Item {
  const { random } = context;
  const names = fieldsToName(context, entity, action);
  const columns = entity.columns.filter((column) => {
    const { name, nullable, default: usual } = column;
    if (!isWritten(entity, action, column) || without.includes(name)) return false;
    const isNeeded = !nullable && usual === undefined;
    return isNeeded ? !random.chance(0.01) : names.includes(name) && random.chance(0.35);
  });
  return withMistake(
    context,
    entity,
    Object.fromEntries(columns.map((column) => [column.name, value(context, entity, column)])),
  );
}

/** Returns whether any role may write the field, so that inputs have it. */
const isWritten = (entity: Entity, action: Action, column: Column): boolean =>
  column.generated !== true &&
  Object.keys(roles).some((role) => fieldsFor({ role, claims: {} }, entity, action).includes(column.name));

function value({ random, state, caller }: CallerContext, { table }: Entity, column: Column): Wire {
  const mine = caller.claims[column.name === 'owner' ? 'user' : 'region'];
  // Prefer values that policies allow.
  if (['owner', 'region', 'ship_region'].includes(column.name) && mine !== undefined && random.chance(0.7)) return mine;
  // The GraphQL type requires the field; over REST, NULL violates the constraint.
  const isRequired = !column.nullable && column.default === undefined;
  return isRequired ? makeSome(random, { table, column, state }) : makeValue(random, { table, column, state });
}

/** Rarely adds an unknown field, or an invalid value. */
function withMistake({ random }: CallerContext, { columns }: Entity, item: Row): Item {
  if (random.chance(0.006)) return { ...item, [random.pick(['nothing', 'label', 'amount'])]: num(1) };
  const written = columns.filter(({ name }) => name in item);
  const rounded = written.find(({ scale }) => scale !== undefined);
  if (rounded !== undefined && random.chance(0.01)) return { ...item, [rounded.name]: num('1.005') };
  if (written.length === 0 || !random.chance(0.015)) return item;
  const { name, type } = random.pick(written);
  return { ...item, [name]: random.pick(invalid[type]) };
}

/** Values of another type, or out of range. */
const invalid: Readonly<Record<Column['type'], readonly Wire[]>> = {
  Int: [num('2147483648'), num('1.5'), 'one', true],
  Decimal: ['one', num('1000000'), num('1.005'), num('-1000000.00'), num('0.001')],
  String: [num(5), true, '123456789'],
  Grade: ['none', num(1)],
  UUID: store().makesUuids ? ['none', num(1)] : [num(1), true],
  JSON: ['x'],
  Strings: [num(1), [num(1)]],
  Short: [num(32_768), 'one'],
  Long: [num('9223372036854775808'), 'one'],
  Single: ['one', true],
  Float: ['one', true],
  Boolean: ['one', num(2)],
  Date: ['2024-02-30', 'today'],
  DateTime: ['2024-02-30T00:00:00Z', 'now'],
  LocalDateTime: ['noon'],
  LocalTime: ['25:00:00', 'noon'],
  Bytes: ['%', num(1)],
  Ints: [['one'], [num('2147483648')]],
  Grades: [['none']],
};
