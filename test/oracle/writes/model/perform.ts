import { updateRow, updateRows } from './change-rows.ts';
import { createRows } from './create-rows.ts';
import { deleteRow, deleteRows } from './remove-rows.ts';
import { replaceRow } from './replace-row.ts';
import type { Done, Scene } from './scene.ts';
import type { Mutation } from './step.ts';

/**
 * Applies a mutation to the state.
 * @throws Failure, after which the state is invalid
 */
export function perform(mutation: Mutation, scene: Scene): Done {
  switch (mutation.kind) {
    case 'create':
      return createRows(mutation, [mutation.item], scene);
    case 'createMany':
      return createRows(mutation, mutation.items, scene);
    case 'update':
      return updateRow(mutation, scene);
    case 'replace':
      return replaceRow(mutation, scene);
    case 'delete':
      return deleteRow(mutation, scene);
    case 'updateMany':
      return updateRows(mutation, scene);
    case 'deleteMany':
      return deleteRows(mutation, scene);
  }
}
