import { isList, isObject, type Wire } from '../wire.ts';
import { type Entity, entityOf, mayBeFilled, needsValue } from './entity.ts';
import type { Code } from './failure.ts';
import { findValueErrors } from './find-value-errors.ts';
import type { Action, Caller } from './right.ts';
import { allows, fieldsFor, lacksClaims, rightOf } from './role-rights.ts';
import { roles } from './roles.ts';
import { relationshipOf } from './show.ts';
import { type Filter, type Item, isMutation, type Operation, type Replace, type Selection } from './step.ts';

export type Api = 'graphql' | 'rest';

/** Returns all errors of a request that do not depend on rows; any may be reported. */
export function findApiErrors(operation: Operation, caller: Caller, api: Api): readonly Code[] {
  const entity = entityOf(operation.entity);
  const canRead = rightOf(caller, operation.entity, 'read') !== undefined;
  const shown = !isMutation(operation) || canRead ? selectionApiErrors(operation.selection, caller, entity) : [];
  switch (operation.kind) {
    case 'one': {
      const readable = fieldsFor(caller, entity, 'read');
      const isNamed = entity.table.key.every((name) => readable.includes(name));
      return [...shown, ...(isNamed ? [] : (['Forbidden'] as const))];
    }
    case 'list':
      return [...shown, ...filterApiErrors(operation.filter, caller, entity)];
    case 'create':
      return [...shown, ...itemApiErrors(operation.item, caller, { entity, api, outer: [] })];
    case 'createMany':
      return [
        ...shown,
        ...mayNot(caller, entity, 'create'),
        ...operation.items.flatMap((item) => itemApiErrors(item, caller, { entity, api, outer: [] })),
      ];
    case 'update':
      return [...shown, ...changeApiErrors(operation.item, caller, { entity, actions: ['update'] })];
    case 'updateMany':
      return [
        ...shown,
        ...changeApiErrors(operation.item, caller, { entity, actions: ['update'] }),
        ...manyApiErrors(operation, caller, entity),
      ];
    case 'replace':
      return [
        ...shown,
        ...changeApiErrors(operation.item, caller, { entity, actions: replacingActions(operation) }).filter(
          (code) => code !== 'ConstraintViolated' || !isNeverWritten(operation, entity),
        ),
        ...missingFields(entity, operation.item, Object.keys(keyOf(entity))),
      ];
    case 'delete':
      return [...shown, ...mayNot(caller, entity, 'delete')];
    case 'deleteMany':
      return [...shown, ...mayNot(caller, entity, 'delete'), ...manyApiErrors(operation, caller, entity)];
  }
}

/** Actions of a replacement that its precondition allows. */
const replacingActions = ({ ifMatch, ifNoneMatch }: Replace): readonly Action[] => [
  ...(ifMatch === undefined ? (['create'] as const) : []),
  ...(ifNoneMatch === undefined ? (['update'] as const) : []),
];

/** Returns whether it can only create a row with a generated key, which is impossible, so values are not checked. */
const isNeverWritten = ({ ifNoneMatch }: Replace, { columns, table }: Entity): boolean =>
  ifNoneMatch !== undefined && columns.some(({ name, generated }) => generated === true && table.key.includes(name));

const keyOf = ({ table }: Entity): Readonly<Record<string, true>> =>
  Object.fromEntries(table.key.map((name) => [name, true]));

/** Returns whether claims of a policy are missing, reported early or when needed. */
export function lacksSomeClaims(operation: Operation, caller: Caller): boolean {
  const lacks = (name: string, action: Action): boolean => lacksClaims(caller, name, action);
  const inSelection = (name: string, { relationships }: Selection): boolean =>
    lacks(name, 'read') ||
    relationships.some((related) => {
      const { target, through } = relationshipOf(entityOf(name), related.name);
      return inSelection(target, related.selection) || (through !== undefined && lacks(through.entity, 'read'));
    });
  const actions: Readonly<Record<Operation['kind'], readonly Action[]>> = {
    one: [],
    list: [],
    create: ['create'],
    createMany: ['create'],
    update: ['update'],
    updateMany: ['update'],
    replace: ['create', 'update'],
    delete: ['delete'],
    deleteMany: ['delete'],
  };
  // Nothing is written, so no permission is required.
  if (operation.kind === 'createMany' && operation.items.length === 0) return false;
  const created =
    operation.kind === 'create' ? [operation.item] : operation.kind === 'createMany' ? operation.items : [];
  const inItem = (name: string, item: Item): boolean =>
    lacks(name, 'create') ||
    entityOf(name).relationships.some(({ name: member, target }) =>
      itemsOf(item[member]).some((nested) => inItem(target, nested)),
    );
  if (created.some((item) => inItem(operation.entity, item))) return true;
  return (
    inSelection(operation.entity, operation.selection) ||
    actions[operation.kind].some((action) => lacks(operation.entity, action))
  );
}

const mayNot = (caller: Caller, entity: Entity, action: Action): readonly Code[] =>
  rightOf(caller, entity.name, action) === undefined ? ['Forbidden'] : [];

function selectionApiErrors({ fields, relationships }: Selection, caller: Caller, entity: Entity): readonly Code[] {
  const readable = fieldsFor(caller, entity, 'read');
  const hidden = fields.some((name) => name !== '__typename' && name !== '_etag' && !readable.includes(name));
  return [
    ...mayNot(caller, entity, 'read'),
    ...(hidden ? (['Forbidden'] as const) : []),
    ...relationships.flatMap(({ name, selection }) => {
      const { target, through } = relationshipOf(entity, name);
      return [
        ...selectionApiErrors(selection, caller, entityOf(target)),
        ...(through === undefined ? [] : mayNot(caller, entityOf(through.entity), 'read')),
      ];
    }),
  ];
}

function filterApiErrors(filter: Filter, caller: Caller, entity: Entity): readonly Code[] {
  const readable = fieldsFor(caller, entity, 'read');
  return filter.some(({ field }) => !readable.includes(field)) ? ['Forbidden'] : [];
}

function manyApiErrors(
  { filter, all }: { readonly filter: Filter; readonly all?: boolean },
  caller: Caller,
  entity: Entity,
): readonly Code[] {
  const absent = filter.some(({ value }) => value === undefined);
  const empty = filter.length === 0 && all !== true;
  return [...filterApiErrors(filter, caller, entity), ...(absent || empty ? (['BadRequest'] as const) : [])];
}

interface ItemContext {
  readonly entity: Entity;
  readonly api: Api;
  /** Columns filled by the outer row. */
  readonly outer: readonly string[];
}

/** Returns errors of a new row and its nested rows. */
function itemApiErrors(item: Item, caller: Caller, { entity, api, outer }: ItemContext): readonly Code[] {
  const names = Object.keys(item);
  const nested = api === 'graphql' ? entity.relationships.filter(({ name }) => names.includes(name)) : [];
  const ownNames = names.filter((name) => !nested.some((relationship) => relationship.name === name));
  const parents = nested.filter(({ many }) => !many).map(({ on: [column] }) => column);
  const doubled = [...parents, ...outer].some((column) => ownNames.includes(column));
  return [
    ...mayNot(caller, entity, 'create'),
    ...forbiddenNames([...ownNames, ...parents, ...outer], caller, entity),
    ...ownApiErrors(ownNames, { entity, actions: ['create'], isNew: true, item }),
    ...missingFields(entity, item, [...parents, ...outer]),
    ...(doubled ? (['BadRequest'] as const) : []),
    ...nested.flatMap(({ name, target, many, on: [, column], through }) => {
      const below = { entity: entityOf(target), api, outer: many && through === undefined ? [column] : [] };
      return [
        ...itemsOf(item[name]).flatMap((child) => itemApiErrors(child, caller, below)),
        ...(through === undefined ? [] : mayNot(caller, entityOf(through.entity), 'create')),
      ];
    }),
  ];
}

/** Returns nested items, one or several. */
export const itemsOf = (value: Wire | undefined): readonly Item[] =>
  isList(value) ? value.filter(isObject) : isObject(value) ? [value] : [];

/** Returns required fields that are absent or NULL. */
function missingFields(entity: Entity, item: Item, filled: readonly string[]): readonly Code[] {
  const missing = entity.columns.some(
    (column) =>
      needsValue(column) &&
      !filled.includes(column.name) &&
      !mayBeFilled(entity, column) &&
      (item[column.name] === undefined || item[column.name] === null),
  );
  return missing ? ['BadRequest'] : [];
}

interface ItemRights {
  readonly entity: Entity;
  /** All of them must permit all fields. */
  readonly actions: readonly Action[];
}

function changeApiErrors(item: Item, caller: Caller, { entity, actions }: ItemRights): readonly Code[] {
  const names = Object.keys(item);
  const whole = actions.some((action) => {
    const right = rightOf(caller, entity.name, action);
    return right !== undefined && names.every((name) => allows(right, name));
  });
  return [...(whole ? [] : (['Forbidden'] as const)), ...ownApiErrors(names, { entity, actions, isNew: false, item })];
}

function ownApiErrors(
  names: readonly string[],
  { entity, actions, isNew, item }: ItemRights & { readonly isNew: boolean; readonly item: Item },
): readonly Code[] {
  return names.flatMap((name): readonly Code[] => {
    const column = entity.columns.find((candidate) => candidate.name === name);
    const isKey = !isNew && entity.table.key.includes(name);
    const written = actions.some((action) => someRoleMay(entity, action, name));
    if (column === undefined || column.generated === true || isKey || !written) return ['InvalidField', 'BadRequest'];
    return findValueErrors(column, item[name] ?? null);
  });
}

/** Returns fields of a new row that the caller may not set, including those that nesting fills. */
function forbiddenNames(names: readonly string[], caller: Caller, entity: Entity): readonly Code[] {
  const right = rightOf(caller, entity.name, 'create');
  return right !== undefined && names.some((name) => !allows(right, name)) ? ['Forbidden'] : [];
}

const someRoleMay = (entity: Entity, action: Action, name: string): boolean =>
  Object.keys(roles).some((role) => fieldsFor({ role, claims: {} }, entity, action).includes(name));
