import { refuse } from '../../base/errors.ts';
import { invariant } from '../../base/invariant.ts';
import type { Action } from '../../config/config.ts';
import type { Entity, Field } from '../../model/model.ts';
import { findRight } from '../../model/role-rights.ts';
import { isOptional, updatableFields } from '../../model/visibility.ts';
import type { SelectedField } from '../../operation/operation.ts';
import { policyOf } from '../filter/visible-rows.ts';
import { refuseAction } from '../planning.ts';
import { isGiven } from '../read/plan-rows.ts';
import type { Assignment, Change, Insert, Probe, Update, Write, WriteRefusal } from '../shape/changes.ts';
import type { Predicate } from '../shape/predicate.ts';
import { mayDo, policyCheck, requireField } from './change-rights.ts';
import { newWrite } from './new-write.ts';
import { answerOne } from './plan-answer.ts';
import { type GivenField, givenFields, keyArguments } from './plan-assignments.ts';
import { namedRow, touchedRow } from './plan-change-rows.ts';
import { type Creating, toInsert } from './plan-create.ts';
import { probeForbidden } from './probe-forbidden.ts';
import { byKey, isThere, leftAsItWas, mayNotTouch, missing, neverCreated, noLongerMatches } from './write-refusals.ts';

/**
 * The named row is changed where it is there, else created. Both are tried in turns: change, create unless the key is taken, change
 * again; so that of several callers at the same time one creates it. All of it is run anew where others still came in between. Not by
 * `ON CONFLICT DO UPDATE`: it breaks rules of a row that is never made, and other databases have none.
 * @param others what becomes of fields that are not given, where the row is there
 */
export function planReplace(
  entity: Entity,
  selected: SelectedField,
  others: 'default' | 'keep',
  creating: Creating,
): Change {
  const item = selected.arguments.get('item');
  invariant(item, 'the item is given');
  const given = givenFields(entity, item, creating);
  const [ifMatch, ifNoneMatch] = [isGiven(selected, 'ifMatch'), isGiven(selected, 'ifNoneMatch')];
  checkConditions(selected, ifMatch && ifNoneMatch);
  const may = {
    update: !ifNoneMatch && mayGive(entity, given, 'update', creating),
    create: !ifMatch && mayGive(entity, given, 'create', creating),
  };
  if (!may.update && !may.create) refuseBoth(entity, given, ifNoneMatch ? 'create' : 'update', creating);
  const replacing: Replacing = { entity, selected, given, others, creating };
  const writes = planWrites(replacing, { ...may, create: may.create && canCreate(replacing), ifMatch, ifNoneMatch });
  const of = writes.flatMap(({ kind, id }) => (kind === 'probe' ? [] : [id]));
  return { writes, answer: answerOne(entity, selected, of, creating) };
}

/** What is replaced, and by what. */
interface Replacing {
  readonly entity: Entity;
  readonly selected: SelectedField;
  readonly given: readonly GivenField[];
  readonly others: 'default' | 'keep';
  readonly creating: Creating;
}

interface Ways {
  readonly update: boolean;
  readonly create: boolean;
  readonly ifMatch: boolean;
  readonly ifNoneMatch: boolean;
}

function planWrites(replacing: Replacing, { update, create, ifMatch, ifNoneMatch }: Ways): readonly Write[] {
  const { entity, creating } = replacing;
  const hidden = mayNotTouch(entity, 'replace', creating.role);
  if (ifMatch) return planMatching(replacing);
  if (!create) return planExisting(replacing, { update, ifNoneMatch });
  if (ifNoneMatch) return planNew(replacing, isThere(entity));
  if (!update) return planNew(replacing, hidden);
  const first = planUpdate(replacing, {});
  // Where the database holds nobody to the key, a probe asks whether there is such a row.
  const found = entity.keyIsUnique ? [] : [planProbe(replacing, { some: hidden, unless: [first.id] })];
  const insert = planInsert(replacing, { unless: [first.id] });
  const second = planUpdate(replacing, { unless: [first.id, insert.id] });
  // Somebody else may have created or deleted it in between. Only a policy can hide it.
  const some =
    policyOf(entity, 'update', creating) === undefined && isSeen(entity, creating) ? leftAsItWas(entity) : hidden;
  return [
    first,
    ...found,
    insert,
    second,
    planProbe(replacing, { some, none: neverCreated(entity), unless: [first.id, insert.id, second.id] }),
  ];
}

/** Whether no policy hides rows from the role. */
const isSeen = (entity: Entity, creating: Creating): boolean => policyOf(entity, 'read', creating) === undefined;

/** Plans a row that is only created. A probe comes first: an existing row is reported as such, even where the item breaks other rules. */
function planNew(replacing: Replacing, some: WriteRefusal): readonly Write[] {
  return [planProbe(replacing, { some }), planInsert(replacing, { onNone: some })];
}

/**
 * Plans the change of an existing row where the request can create none. The client does not choose the key then, so the answer must not
 * reveal whether a row exists: a hidden row is answered as a missing one.
 */
function planExisting(
  replacing: Replacing,
  { update, ifNoneMatch }: Pick<Ways, 'update' | 'ifNoneMatch'>,
): readonly Write[] {
  const { entity, creating } = replacing;
  const forbidden = mayNotTouch(entity, 'replace', creating.role);
  const none = isKeyGenerated(entity) || mayDo(entity, 'create', creating) ? missing(entity) : forbidden;
  const first = update ? [planUpdate(replacing, {})] : [];
  const isHeldBack = update && policyOf(entity, 'update', creating) === undefined;
  const some = ifNoneMatch ? isThere(entity) : isHeldBack ? leftAsItWas(entity) : forbidden;
  const probe = planProbe(replacing, { some, none, ...(update && { unless: first.map(({ id }) => id) }) });
  return [...first, { ...probe, where: { kind: 'and', members: [probe.where, knownRows(entity, creating)] } }];
}

/** Returns the rows that the role can see or, if it may not read, change: an answer may depend on these alone. */
function knownRows(entity: Entity, creating: Creating): Predicate {
  const action = (['read', 'update'] as const).find((candidate) => mayDo(entity, candidate, creating));
  return (action && policyOf(entity, action, creating)) ?? { kind: 'constant', value: action !== undefined };
}

/** The row is only changed, if it is as `ifMatch` says. */
function planMatching(replacing: Replacing): readonly Write[] {
  const { entity, selected, creating } = replacing;
  const onNone = noLongerMatches(entity);
  const update = planUpdate(replacing, {});
  const probes = probeForbidden(entity, selected, 'replace', { creating, unless: update.id, onNone });
  return probes.length > 0 ? [update, ...probes] : [{ ...update, onNone }];
}

/** When one of the tries is made, and the refusal where it comes to nothing. */
type Turn = Pick<Write, 'unless' | 'onNone'>;

function planUpdate({ entity, selected, given, others, creating }: Replacing, turn: Turn): Update {
  const right = findRight(entity, creating.role, 'update');
  const columns = new Set(given.map(({ field }) => field.column));
  // The version field keeps its value: one that began anew would let tags of older states match again. So does a field without a default
  // that the database fills: it fills it in new rows.
  const left = updatableFields(entity).filter(
    (field) =>
      others === 'default' &&
      field !== entity.versionField &&
      (field.nullable || field.hasDefault || field.filledByDatabase !== true) &&
      right?.fields.has(field.name) === true,
  );
  return {
    kind: 'update',
    ...newWrite(entity, creating),
    set: [
      ...toAssignments(given),
      ...left.flatMap((field) => (columns.has(field.column) ? [] : [leaveOut(field, creating)])),
    ],
    where: touchedRow(entity, selected, 'update', creating),
    ...policyCheck(entity, 'update', creating),
    ...byKey(entity),
    ...turn,
  };
}

/** A field that is not given gets its default, or NULL where the configuration says so and the column allows it. */
function leaveOut({ name, column, type, nullable }: Field, { model }: Creating): Assignment {
  if (!nullable || !model.changes.leftOutIsNull) return { column };
  return { column, value: { source: { kind: 'constant', value: null }, use: { kind: 'assign', field: name, type } } };
}

function planInsert({ entity, selected, given, creating }: Replacing, turn: Turn): Insert {
  const key = keyArguments(entity, selected.arguments).map(
    ({ field: { name, type, column }, source }): Assignment => ({
      column,
      value: { source, use: { kind: 'assign', field: name, type } },
    }),
  );
  const {
    onNone: _,
    check,
    ...insert
  } = toInsert(entity.source, [[...key, ...toAssignments(given)]], creating, entity);
  // Where rows may be hidden, a row that must not be created is answered as one that is hidden.
  const onFailed = isSeen(entity, creating) ? undefined : mayNotTouch(entity, 'replace', creating.role);
  const unlessTaken = entity.key.map(({ column }) => column);
  return {
    ...insert,
    ...(check && { check: { ...check, ...(onFailed && { onFailed }) } }),
    ...(entity.keyIsUnique && { unlessTaken }),
    ...turn,
  };
}

function planProbe(
  { entity, selected, creating }: Replacing,
  { some, none, unless }: { some: WriteRefusal; none?: WriteRefusal; unless?: readonly number[] },
): Probe {
  return {
    kind: 'probe',
    ...newWrite(entity, creating),
    where: namedRow(entity, selected),
    onSome: some,
    ...(none && { onNone: none }),
    ...(unless && { unless }),
  };
}

const toAssignments = (given: readonly GivenField[]): readonly Assignment[] =>
  given.map(({ field, value }) => ({ column: field.column, value }));

/** Whether the role may do the action with all fields that are given, and for a new row with those of its key. */
function mayGive(
  entity: Entity,
  given: readonly GivenField[],
  action: 'create' | 'update',
  creating: Creating,
): boolean {
  if (!mayDo(entity, action, creating)) return false;
  const fields = findRight(entity, creating.role, action)?.fields;
  return writtenFields(entity, given, action).every(({ name }) => fields?.has(name) === true);
}

/** The fields that the role must have the right to give: not those of a key that the database makes by itself. */
const writtenFields = (entity: Entity, given: readonly GivenField[], action: Action): readonly Field[] =>
  [...given.map(({ field }) => field), ...(action === 'create' ? entity.key : [])].filter(
    ({ insertable }) => insertable !== false,
  );

/** Returns whether the database generates a part of the key: a row that is created would have another one than the client named. */
const isKeyGenerated = ({ key }: Entity): boolean => key.some(({ insertable }) => insertable === false);

/** Returns whether a row can be created from the given fields. */
function canCreate({ entity, given }: Replacing): boolean {
  if (isKeyGenerated(entity)) return false;
  const fields = new Set([...entity.key, ...given.map(({ field }) => field)]);
  return entity.fields.every((field) => isOptional(field) || fields.has(field));
}

/** @throws Refusal Forbidden, for the first thing that the role may not do */
function refuseBoth(entity: Entity, given: readonly GivenField[], action: Action, creating: Creating): never {
  for (const field of writtenFields(entity, given, action)) requireField(entity, field, action, creating);
  return refuseAction(entity, action, creating);
}

function checkConditions(selected: SelectedField, both: boolean): void {
  const known = selected.arguments.get('ifNoneMatch');
  if (both)
    refuse('BadRequest', '"ifMatch" and "ifNoneMatch" cannot go together: leave one out.', { path: selected.path });
  if (known?.kind === 'known' && known.value !== '*') {
    refuse('BadRequest', `"ifNoneMatch" takes "*" alone, found "${String(known.value).slice(0, 40)}".`, {
      path: selected.path,
    });
  }
}
