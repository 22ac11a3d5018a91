import { type Entity, entityOf } from './entity.ts';
import { type Done, fail, findRow, rowsToChange, type Scene, touched } from './scene.ts';
import { textOfKey } from './show.ts';
import type { State } from './state.ts';
import { Statement } from './statement.ts';
import type { Delete, DeleteMany } from './step.ts';
import type { Row } from './table.ts';

export function deleteOne({ entity: name, key, ifMatch }: Delete, scene: Scene): Done {
  const entity = entityOf(name);
  const seenIn = scene.state.copy();
  const row = touched(entity, findRow(entity, key, scene), 'delete', scene);
  if (ifMatch !== undefined && !scene.matches(entity, row)) fail('PreconditionFailed');
  return removeRows(entity, row === undefined ? [] : [row], { scene, seenIn });
}

function removeRows(
  entity: Entity,
  rows: readonly Row[],
  { scene, seenIn }: { readonly scene: Scene; readonly seenIn: State },
): Done {
  const statement = new Statement(scene.state);
  statement.delete(
    entity.table.name,
    rows.map((row) => textOfKey(entity, row)),
  );
  statement.end();
  return { affected: rows.length, created: false, rows, seenIn };
}

export function deleteRows(mutation: DeleteMany, scene: Scene): Done {
  const rows = rowsToChange(mutation, 'delete', scene);
  return removeRows(entityOf(mutation.entity), rows, { scene, seenIn: scene.state.copy() });
}
