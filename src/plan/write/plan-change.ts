import { throwApiError } from '../../base/errors.ts';
import { invariant } from '../../base/invariant.ts';
import type { Action } from '../../config/config.ts';
import type { ChangeField, Entity, Field } from '../../model/model.ts';
import { findRight } from '../../model/role-rights.ts';
import { isOptional, updatableFields } from '../../model/visibility.ts';
import type { SelectedField, Value } from '../../operation/operation.ts';
import { itemsOf } from '../filter/plan-filter.ts';
import { isNotTrue } from '../filter/predicates.ts';
import { policyOf } from '../filter/visible-rows.ts';
import { rejectAction } from '../plan-context.ts';
import { isPresent } from '../read/plan-rows.ts';
import type { Assignment, Change, Delete, Insert, Probe, Update, Write, WriteError } from '../shape/changes.ts';
import type { Predicate } from '../shape/predicate.ts';
import { isPermitted, policyCheck, requireField, requireRight } from './change-rights.ts';
import { answerMany, answerOne, withUnfilteredKey } from './plan-answer.ts';
import { type AssignedField, assignedFields, keyArguments, planAssignments } from './plan-assignments.ts';
import { filteredRows, rowByKey, targetRow } from './plan-change-rows.ts';
import { type CreateContext, locateItems, planInserts, toInsert } from './plan-create.ts';
import {
  alreadyExists,
  byKey,
  forbiddenRow,
  missingRow,
  noLongerMatches,
  notChangedError,
  notCreatedError,
} from './write-errors.ts';

/** @throws ApiError Forbidden, BadRequest, LimitExceeded */
export function planChange({ kind, entity }: ChangeField, selected: SelectedField, context: CreateContext): Change {
  switch (kind) {
    case 'create':
    case 'createMany':
      return planCreate(entity, selected, kind === 'createMany', context);
    case 'update':
      return isOrCreate(selected)
        ? planReplace(entity, selected, 'keep', context)
        : planUpdate(entity, selected, context);
    case 'replace':
      return planReplace(entity, selected, 'default', context);
    case 'updateMany':
    case 'deleteMany':
      return planMany(entity, selected, kind, context);
    case 'delete':
      return planDelete(entity, selected, context);
  }
}

const isOrCreate = (selected: SelectedField): boolean => {
  const orCreate = selected.arguments.get('orCreate');
  return orCreate?.kind === 'known' && orCreate.value === true;
};

function planCreate(entity: Entity, selected: SelectedField, many: boolean, context: CreateContext): Change {
  const { path } = selected;
  const items = many
    ? locateItems(itemsOf(argumentOf(selected, 'items')), { path, item: 'items' })
    : [{ value: argumentOf(selected, 'item'), place: { path, item: 'item' } }];
  const { ids, writes } = items.length === 0 ? { ids: [], writes: [] } : planInserts(entity, items, [], context);
  if (items.length === 0) requireRight(entity, 'create', context);
  const answer = many
    ? answerMany(entity, selected, ids, { context: context, size: items.length, ordered: false })
    : withUnfilteredKey(answerOne(entity, selected, ids, context), entity, context);
  return { writes, answer };
}

function planUpdate(entity: Entity, selected: SelectedField, context: CreateContext): Change {
  requireRight(entity, 'update', context);
  const update = {
    kind: 'update',
    ...newWrite(entity, context),
    set: planAssignments(entity, assignedFields(entity, argumentOf(selected, 'item'), context), 'update', context),
    where: targetRow(entity, selected, 'update', context),
    ...byKey(entity),
    ...policyCheck(entity, 'update', context),
  } as const;
  const onNone = isPresent(selected, 'ifMatch') ? noLongerMatches(entity) : missingRow(entity);
  return changeOne(update, onNone, selected, context);
}

function planDelete(entity: Entity, selected: SelectedField, context: CreateContext): Change {
  requireRight(entity, 'delete', context);
  const write = {
    kind: 'delete',
    ...newWrite(entity, context),
    where: targetRow(entity, selected, 'delete', context),
    ...byKey(entity),
  } as const;
  return changeOne(write, isPresent(selected, 'ifMatch') ? noLongerMatches(entity) : undefined, selected, context);
}

/** @param onNone the error if the row does not exist */
function changeOne(
  write: Update | Delete,
  onNone: WriteError | undefined,
  selected: SelectedField,
  context: CreateContext,
): Change {
  const { entity, id, kind } = write;
  const answer = answerOne(entity, selected, [id], context);
  // Report a visible row as forbidden, unless the configuration makes it look missing.
  const isReported = !context.model.forbiddenRowIsMissing || (kind === 'update' && isPresent(selected, 'ifMatch'));
  const probes = isReported ? probeForbidden(entity, selected, kind, { context, writeId: id, onNone }) : [];
  if (probes.length > 0) return { writes: [write, ...probes], answer };
  return { writes: [{ ...write, ...(onNone && { onNone }) }], answer };
}

function planMany(
  entity: Entity,
  selected: SelectedField,
  kind: 'updateMany' | 'deleteMany',
  context: CreateContext,
): Change {
  const action = kind === 'updateMany' ? 'update' : 'delete';
  requireRight(entity, action, context);
  const common = { ...newWrite(entity, context), ...filteredRows(entity, selected, action, context) };
  const answer = answerMany(entity, selected, [common.id], {
    context: context,
    size: context.model.pageSize.max,
    ordered: true,
  });
  if (action === 'delete') return { writes: [{ kind: 'delete', ...common }], answer };
  const set = planAssignments(entity, assignedFields(entity, argumentOf(selected, 'item'), context), 'update', context);
  return { writes: [{ kind: 'update', ...common, set, ...policyCheck(entity, 'update', context) }], answer };
}

function argumentOf(selected: SelectedField, name: string): Value {
  const value = selected.arguments.get(name);
  invariant(value, `the argument ${name} is given`);
  return value;
}

/**
 * Plans an upsert: update, insert unless the key exists, update again. `ON CONFLICT DO UPDATE` does not work:
 * some databases check the constraints of a row that is never inserted, and others lack the clause.
 * @param omitted treatment of omitted fields of an existing row
 */
function planReplace(
  entity: Entity,
  selected: SelectedField,
  omitted: 'default' | 'keep',
  context: CreateContext,
): Change {
  const item = selected.arguments.get('item');
  invariant(item, 'the item is given');
  const assigned = assignedFields(entity, item, context);
  const [ifMatch, ifNoneMatch] = [isPresent(selected, 'ifMatch'), isPresent(selected, 'ifNoneMatch')];
  checkConditions(selected, ifMatch && ifNoneMatch);
  const permitted = {
    update: !ifNoneMatch && mayWriteFields(entity, assigned, 'update', context),
    create: !ifMatch && mayWriteFields(entity, assigned, 'create', context),
  };
  if (!permitted.update && !permitted.create) rejectWrite(entity, assigned, ifNoneMatch ? 'create' : 'update', context);
  const replaceContext: ReplaceContext = { entity, selected, assigned, omitted, context };
  const writes = planWrites(replaceContext, {
    ...permitted,
    create: permitted.create && canCreate(replaceContext),
    ifMatch,
    ifNoneMatch,
  });
  const of = writes.flatMap(({ kind, id }) => (kind === 'probe' ? [] : [id]));
  return { writes, answer: answerOne(entity, selected, of, context) };
}

interface ReplaceContext {
  readonly entity: Entity;
  readonly selected: SelectedField;
  readonly assigned: readonly AssignedField[];
  readonly omitted: 'default' | 'keep';
  readonly context: CreateContext;
}

interface Permissions {
  readonly update: boolean;
  readonly create: boolean;
  readonly ifMatch: boolean;
  readonly ifNoneMatch: boolean;
}

function planWrites(
  replaceContext: ReplaceContext,
  { update, create, ifMatch, ifNoneMatch }: Permissions,
): readonly Write[] {
  const { entity, context } = replaceContext;
  const hidden = forbiddenRow(entity, 'replace', context.role);
  if (ifMatch) return planMatching(replaceContext);
  if (!create) return planExisting(replaceContext, { update, ifNoneMatch });
  if (ifNoneMatch) return planNew(replaceContext, alreadyExists(entity));
  if (!update) return planNew(replaceContext, hidden);
  const first = planReplaceUpdate(replaceContext, {});
  // Without a unique key in the database, a probe checks if the row exists.
  const probes = entity.keyIsUnique ? [] : [planProbe(replaceContext, { some: hidden, unless: [first.id] })];
  const insert = planInsert(replaceContext, { unless: [first.id] });
  const second = planReplaceUpdate(replaceContext, { unless: [first.id, insert.id] });
  // If no policy can hide the row, a concurrent transaction or a trigger has prevented the write.
  const some =
    policyOf(entity, 'update', context) === undefined && isVisible(entity, context) ? notChangedError(entity) : hidden;
  return [
    first,
    ...probes,
    insert,
    second,
    planProbe(replaceContext, { some, none: notCreatedError(entity), unless: [first.id, insert.id, second.id] }),
  ];
}

const isVisible = (entity: Entity, context: CreateContext): boolean => policyOf(entity, 'read', context) === undefined;

/** The probe runs first, so an existing row is reported even if the item breaks other rules. */
function planNew(replaceContext: ReplaceContext, some: WriteError): readonly Write[] {
  return [planProbe(replaceContext, { some }), planInsert(replaceContext, { onNone: some })];
}

/** Plans a replace that cannot create a row. The answer for a hidden row equals the answer for a missing row. */
function planExisting(
  replaceContext: ReplaceContext,
  { update, ifNoneMatch }: Pick<Permissions, 'update' | 'ifNoneMatch'>,
): readonly Write[] {
  const { entity, context } = replaceContext;
  const forbidden = forbiddenRow(entity, 'replace', context.role);
  const none = isKeyGenerated(entity) || isPermitted(entity, 'create', context) ? missingRow(entity) : forbidden;
  const first = update ? [planReplaceUpdate(replaceContext, {})] : [];
  const isUnrestricted = update && policyOf(entity, 'update', context) === undefined;
  const some = ifNoneMatch ? alreadyExists(entity) : isUnrestricted ? notChangedError(entity) : forbidden;
  const probe = planProbe(replaceContext, { some, none, ...(update && { unless: first.map(({ id }) => id) }) });
  return [...first, { ...probe, where: { kind: 'and', members: [probe.where, knownRows(entity, context)] } }];
}

/** Returns the readable rows or, without read access, the updatable rows. */
function knownRows(entity: Entity, context: CreateContext): Predicate {
  const action = (['read', 'update'] as const).find((candidate) => isPermitted(entity, candidate, context));
  return (action && policyOf(entity, action, context)) ?? { kind: 'constant', value: action !== undefined };
}

function planMatching(replaceContext: ReplaceContext): readonly Write[] {
  const { entity, selected, context } = replaceContext;
  const onNone = noLongerMatches(entity);
  const update = planReplaceUpdate(replaceContext, {});
  const probes = probeForbidden(entity, selected, 'replace', { context, writeId: update.id, onNone });
  return probes.length > 0 ? [update, ...probes] : [{ ...update, onNone }];
}

type Attempt = Pick<Write, 'unless' | 'onNone'>;

function planReplaceUpdate({ entity, selected, assigned, omitted, context }: ReplaceContext, attempt: Attempt): Update {
  const right = findRight(entity, context.role, 'update');
  const columns = new Set(assigned.map(({ field }) => field.column));
  // A version is not reset, because tags of older states could match again. A field that a trigger fills is not reset,
  // because the trigger may fill it only in new rows.
  const omittedFields = updatableFields(entity).filter(
    (field) =>
      omitted === 'default' &&
      field !== entity.versionField &&
      (field.nullable || field.hasDefault || field.optionalOnInsert !== true) &&
      right?.fields.has(field.name) === true,
  );
  return {
    kind: 'update',
    ...newWrite(entity, context),
    set: [
      ...toAssignments(assigned),
      ...omittedFields.flatMap((field) => (columns.has(field.column) ? [] : [resetField(field, context)])),
    ],
    where: targetRow(entity, selected, 'update', context),
    ...policyCheck(entity, 'update', context),
    ...byKey(entity),
    ...attempt,
  };
}

/** Resets an omitted field to its default, or to NULL if configured and nullable. */
function resetField({ name, column, type, nullable }: Field, { model }: CreateContext): Assignment {
  if (!nullable || !model.changes.omittedIsNull) return { column };
  return { column, value: { source: { kind: 'constant', value: null }, use: { kind: 'assign', field: name, type } } };
}

function planInsert({ entity, selected, assigned, context }: ReplaceContext, attempt: Attempt): Insert {
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
  } = toInsert(entity.source, [[...key, ...toAssignments(assigned)]], context, entity);
  // If rows may be hidden, a failed check is reported like a hidden row.
  const onFailed = isVisible(entity, context) ? undefined : forbiddenRow(entity, 'replace', context.role);
  const onConflictSkip = entity.key.map(({ column }) => column);
  return {
    ...insert,
    ...(check && { check: { ...check, ...(onFailed && { onFailed }) } }),
    ...(entity.keyIsUnique && { onConflictSkip }),
    ...attempt,
  };
}

function planProbe(
  { entity, selected, context }: ReplaceContext,
  { some, none, unless }: { some: WriteError; none?: WriteError; unless?: readonly number[] },
): Probe {
  return {
    kind: 'probe',
    ...newWrite(entity, context),
    where: rowByKey(entity, selected),
    onSome: some,
    ...(none && { onNone: none }),
    ...(unless && { unless }),
  };
}

const toAssignments = (assigned: readonly AssignedField[]): readonly Assignment[] =>
  assigned.map(({ field, value }) => ({ column: field.column, value }));

/** Returns true if the role may write all assigned fields and, for `create`, the key. */
function mayWriteFields(
  entity: Entity,
  assigned: readonly AssignedField[],
  action: 'create' | 'update',
  context: CreateContext,
): boolean {
  if (!isPermitted(entity, action, context)) return false;
  const fields = findRight(entity, context.role, action)?.fields;
  return writtenFields(entity, assigned, action).every(({ name }) => fields?.has(name) === true);
}

const writtenFields = (entity: Entity, assigned: readonly AssignedField[], action: Action): readonly Field[] =>
  [...assigned.map(({ field }) => field), ...(action === 'create' ? entity.key : [])].filter(
    ({ insertable }) => insertable !== false,
  );

/** Returns true if the database generates the key, so a created row would not get the requested key. */
const isKeyGenerated = ({ key }: Entity): boolean => key.some(({ insertable }) => insertable === false);

function canCreate({ entity, assigned }: ReplaceContext): boolean {
  if (isKeyGenerated(entity)) return false;
  const fields = new Set([...entity.key, ...assigned.map(({ field }) => field)]);
  return entity.fields.every((field) => isOptional(field) || fields.has(field));
}

function rejectWrite(
  entity: Entity,
  assigned: readonly AssignedField[],
  action: Action,
  context: CreateContext,
): never {
  for (const field of writtenFields(entity, assigned, action)) requireField(entity, field, action, context);
  return rejectAction(entity, action, context);
}

function checkConditions(selected: SelectedField, both: boolean): void {
  const ifNoneMatch = selected.arguments.get('ifNoneMatch');
  if (both)
    throwApiError('BadRequest', '"ifMatch" and "ifNoneMatch" cannot be combined. Remove one of them.', {
      path: selected.path,
    });
  if (ifNoneMatch?.kind === 'known' && ifNoneMatch.value !== '*') {
    throwApiError('BadRequest', `"ifNoneMatch" must be "*", found "${String(ifNoneMatch.value).slice(0, 40)}".`, {
      path: selected.path,
    });
  }
}

/**
 * Reports a row as forbidden if only the policy of the action excludes it. A role that may read the row may learn the
 * reason.
 * @param writeId write that, if it affects a row, skips the probe
 * @param onNone the error for a row that is missing, hidden, or no longer matches `ifMatch`
 */
function probeForbidden(
  entity: Entity,
  selected: SelectedField,
  verb: 'update' | 'replace' | 'delete',
  { context, writeId, onNone }: { context: CreateContext; writeId: number; onNone?: WriteError | undefined },
): readonly Probe[] {
  const policy = policyOf(entity, verb === 'delete' ? 'delete' : 'update', context);
  if (policy === undefined || !isPermitted(entity, 'read', context)) return [];
  const visible = policyOf(entity, 'read', context);
  return [
    {
      kind: 'probe',
      ...newWrite(entity, context),
      where: {
        kind: 'and',
        members: [rowByKey(entity, selected), ...(visible === undefined ? [] : [visible]), isNotTrue(policy)],
      },
      onSome: forbiddenRow(entity, verb, context.role),
      ...(onNone && { onNone }),
      unless: [writeId],
    },
  ];
}

function newWrite(entity: Entity, { nextId }: Pick<CreateContext, 'nextId'>) {
  const { schema, name } = entity.source;
  return { id: nextId(), table: { schema, name }, entity };
}
