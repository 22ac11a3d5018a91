import type { Action, EntityAudit } from '../config/config.ts';
import type { Entity, Model, RootField } from '../model/model.ts';
import { type CallValues, type Operation, readSlot, type SelectedField, type Value } from '../operation/operation.ts';
import { type ChangeStep, isCounted, isRoutine } from '../store/change-step.ts';
import type { Script } from '../store/script.ts';

/** An entity that an operation reads or changes. */
export interface Access {
  readonly entity: string;
  readonly action: Action;
  /** JSON members of the audit lines. Computed once for each compiled operation. */
  readonly members?: string;
  /** Response key of the root field; absent for an entity that the operation reads in addition to its roots. */
  readonly root?: string;
  /** Returns the keys of the rows, if the request names them. */
  readonly keys?: (values: CallValues) => readonly Keys[] | undefined;
  /** Key fields by response key, if the answer to a creation has them. */
  readonly createdKey?: readonly { readonly key: string; readonly name: string }[];
  /** Returns the arguments. Absent unless the entity includes values. */
  readonly values?: (values: CallValues) => object;
}

/** Field values by name. */
export type Keys = Readonly<Record<string, unknown>>;

export type AuditOf = (entity: string) => EntityAudit | undefined;

const actionOfRoot: Readonly<Record<RootField['kind'], Action>> = {
  list: 'read',
  connection: 'read',
  one: 'read',
  stream: 'read',
  execute: 'execute',
  create: 'create',
  createMany: 'create',
  update: 'update',
  updateMany: 'update',
  replace: 'update',
  delete: 'delete',
  deleteMany: 'delete',
};

/** Returns the accesses of the root fields. Introspection accesses nothing. */
export function findRootAccesses({ fields }: Operation, model: Model, auditOf: AuditOf): readonly Access[] {
  return fields.flatMap((field) => {
    const root = model.rootFields.get(field.name);
    return root === undefined ? [] : [accessOfRoot(field, root, auditOf)];
  });
}

/**
 * Adds the accesses of related entities: one for each entity that a root writes, and one for each other entity that the
 * operation reads, also in filters, orders, and policies.
 */
export function findAccesses(
  operation: Operation,
  { requests, entities }: Pick<Script, 'requests' | 'entities'>,
  { model, auditOf }: { readonly model: Model; readonly auditOf: AuditOf },
): readonly Access[] {
  const roots = findRootAccesses(operation, model, auditOf);
  const isKnown = (root: string, entity: string): boolean =>
    roots.some((access) => access.root === root && access.entity === entity);
  const related = new Map<string, Access>();
  for (const step of requests.flatMap((request) => (request.kind === 'change' ? request.steps : []))) {
    const action = actionOfStep(step);
    if (action === undefined || isRoutine(step) || step.entity === undefined || isKnown(step.root, step.entity))
      continue;
    related.set(`${step.root}\n${step.entity}`, { entity: step.entity, action, root: step.root });
  }
  const all = [...roots, ...related.values()];
  const others = entities.filter((entity) => !all.some((access) => access.entity === entity));
  return [...all, ...others.map((entity): Access => ({ entity, action: 'read' }))];
}

export const isAudited = ({ entity, action }: Access, auditOf: AuditOf): boolean =>
  auditOf(entity)?.actions.includes(action) === true;

function actionOfStep(step: ChangeStep): Action | undefined {
  if (!isCounted(step)) return undefined;
  switch (step.kind) {
    case 'insert':
      return 'create';
    case 'update':
    case 'delete':
      return step.kind;
    default:
      return undefined;
  }
}

function accessOfRoot(field: SelectedField, { kind, entity }: RootField, auditOf: AuditOf): Access {
  const { arguments: values } = field;
  const access = { entity: entity.name, action: actionOfRoot[kind], root: field.key };
  const keys = kind === 'create' || kind === 'createMany' ? newKeys(values, entity) : namedKey(values, entity);
  const createdKey = kind === 'create' ? selectedKey(field, entity) : undefined;
  return {
    ...access,
    ...(keys && { keys }),
    ...(createdKey && { createdKey }),
    ...(auditOf(entity.name)?.includeValues === true && {
      values: (call: CallValues) => Object.fromEntries([...values].map(([name, value]) => [name, read(value, call)])),
    }),
  };
}

type Arguments = SelectedField['arguments'];

function namedKey(values: Arguments, { key }: Entity): Access['keys'] {
  const members = key.flatMap(({ graphqlName, name }) => {
    const value = values.get(graphqlName);
    return value === undefined ? [] : [[name, value] as const];
  });
  if (members.length === 0 || members.length < key.length) return undefined;
  return (call) => [Object.fromEntries(members.map(([name, value]) => [name, read(value, call)]))];
}

/** Returns the keys in the new rows. Rows with a generated key have none. */
function newKeys(values: Arguments, { key }: Entity): Access['keys'] {
  const rows = [...values.values()].flatMap((value) => (value.kind === 'list' ? value.items : [value]));
  const keysOf = rows.flatMap((row) => {
    const members =
      row.kind === 'object'
        ? row.entries.flatMap(([member, value]) => {
            const field = key.find(({ graphqlName }) => graphqlName === member);
            return field === undefined ? [] : [[field.name, value] as const];
          })
        : [];
    return members.length === 0 || members.length < key.length ? [] : [members];
  });
  if (keysOf.length === 0) return undefined;
  return (call) =>
    keysOf.map((members) => Object.fromEntries(members.map(([name, value]) => [name, read(value, call)])));
}

/** Returns the key fields in the answer, if it has all of them. */
function selectedKey({ fields, metadata = [] }: SelectedField, { key }: Entity): Access['createdKey'] {
  const selected = [...metadata, ...fields];
  const found = key.flatMap(({ graphqlName, name }) => {
    const field = selected.find((other) => other.name === graphqlName);
    return field === undefined ? [] : [{ key: field.key, name }];
  });
  return found.length > 0 && found.length === key.length ? found : undefined;
}

function read(value: Value, call: CallValues): unknown {
  switch (value.kind) {
    case 'null':
      return null;
    case 'known':
      return value.value;
    case 'list':
      return value.items.map((item) => read(item, call));
    case 'object':
      return Object.fromEntries(value.entries.map(([name, member]) => [name, read(member, call)]));
    default:
      return readSlot(value.source, call);
  }
}
