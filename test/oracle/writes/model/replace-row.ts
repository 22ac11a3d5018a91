import { changeRows } from './change-rows.ts';
import { createAll } from './create-rows.ts';
import { type Entity, entityOf, mayBeFilled } from './entity.ts';
import type { Code } from './failure.ts';
import type { Action, Caller } from './right.ts';
import { allows, rightOf } from './role-rights.ts';
import { type Done, done, fail, findRow, findTarget, mayTouch, type Scene } from './scene.ts';
import { isVisible } from './show.ts';
import { Statement } from './statement.ts';
import type { Item, Replace } from './step.ts';
import { isSequence, type Row } from './table.ts';

export function replaceRow({ entity: name, key, item, ifMatch, ifNoneMatch }: Replace, scene: Scene): Done {
  const entity = entityOf(name);
  const { caller, state } = scene;
  const row = findRow(entity, key, scene);
  const may = {
    create: assigns(caller, entity, { action: 'create', item: { ...item, ...writtenKey(entity, key) } }),
    update: assigns(caller, entity, { action: 'update', item }),
  };
  const generated = entity.columns.some(
    ({ name: column, generated: isGenerated }) => isGenerated === true && isKey(entity, column),
  );
  const missing: Code = generated || rightOf(caller, name, 'create') !== undefined ? 'ItemNotFound' : 'Forbidden';
  if (row === undefined) {
    if (ifMatch !== undefined) fail('PreconditionFailed');
    if (generated || !may.create) fail(missing);
    return done(entity, createAll(entity, [{ ...item, ...key }], scene), { scene, created: true });
  }
  // If no row can be created, the response depends only on rows known to the role.
  const isKnown = (may.create && !generated) || knows(entity, row, scene);
  if (ifNoneMatch !== undefined) fail(isKnown ? 'PreconditionFailed' : missing);
  const canUpdate = may.update && mayTouch(entity, row, 'update', scene);
  if (ifMatch !== undefined && !scene.matches(entity, findTarget(entity, row, 'update', scene))) {
    fail('PreconditionFailed');
  }
  if (!canUpdate) {
    if (!isKnown) fail(missing);
    // A hidden row conflicts with a new one, which may be rejected earlier.
    const isInvalid =
      may.update && may.create && new Statement(state.copy()).isInvalid(entity.table.name, { ...item, ...key });
    fail('Forbidden', ...(isInvalid ? (['ConstraintViolated'] as const) : []));
  }
  return changeRows(entity, [row], { scene, item: { ...defaultsFor(caller, entity), ...item } });
}

const isKey = ({ table }: Entity, column: string): boolean => table.key.includes(column);

/** Returns whether the role can see the row or, without read permission, change it. */
const knows = (entity: Entity, row: Row, scene: Scene): boolean =>
  rightOf(scene.caller, entity.name, 'read') === undefined
    ? rightOf(scene.caller, entity.name, 'update') !== undefined && mayTouch(entity, row, 'update', scene)
    : isVisible(scene.caller, entity, { row, state: scene.state });

/** Returns the key columns that the database does not generate. */
const writtenKey = ({ columns }: Entity, key: Row): Row =>
  Object.fromEntries(
    Object.entries(key).filter(([name]) => columns.some((column) => column.name === name && column.generated !== true)),
  );

/** Returns values for the omitted fields of a replacement that the caller may change, except versions. */
function defaultsFor(caller: Caller, entity: Entity): Row {
  const { name, columns, table, version } = entity;
  const right = rightOf(caller, name, 'update');
  return Object.fromEntries(
    columns
      .filter((column) => column.generated !== true && !table.key.includes(column.name) && column.name !== version)
      .filter((column) => right !== undefined && allows(right, column.name) && !mayBeFilled(entity, column))
      .map(({ name: field, default: usual }) => [field, usual === undefined || isSequence(usual) ? null : usual]),
  );
}

/** Returns whether the caller may use all of these fields. */
function assigns(
  caller: Caller,
  entity: Entity,
  { action, item }: { readonly action: Action; readonly item: Item },
): boolean {
  const right = rightOf(caller, entity.name, action);
  return right !== undefined && Object.keys(item).every((field) => allows(right, field));
}
