import type { ChangeAnswer } from './changes.ts';
import type { Plan } from './plan.ts';
import type { Connection, Selection } from './rows.ts';
import type { Amount } from './slot.ts';

/** Page sizes of nested lists: `[20, 10]` for `customers(first: 20) { orders(first: 10) { id } }`. */
export type RowPath = readonly Amount[];

/** Returns the row paths of a plan. The product of the sizes of a path is the maximum number of its rows. */
export function findRowPaths({ roots }: Plan): readonly RowPath[] {
  return roots.flatMap((root): readonly RowPath[] => {
    switch (root.kind) {
      case 'one':
        return pathsOf(root.rows.selection, []);
      case 'list':
        return pathsOf(root.rows.selection, [root.rows.page.size]);
      case 'connection':
        return pathsOfConnection(root.connection, []);
      case 'change':
        return pathsOfAnswer(root.change.answer);
      default:
        return [];
    }
  });
}

function pathsOfAnswer(answer: ChangeAnswer): readonly RowPath[] {
  if (answer.kind === 'one') return pathsOf(answer.rows.selection, []);
  if (answer.kind === 'nothing') return [];
  return answer.members.flatMap((member) =>
    member.kind === 'items' && member.rows !== undefined ? pathsOf(member.rows.selection, [member.rows.page.size]) : [],
  );
}

function pathsOf(selection: Selection, outer: RowPath): readonly RowPath[] {
  const inner = selection.flatMap(({ value }): readonly RowPath[] => {
    switch (value.kind) {
      case 'one':
        return pathsOf(value.rows.selection, outer);
      case 'list':
        return pathsOf(value.rows.selection, [...outer, value.rows.page.size]);
      case 'connection':
        return pathsOfConnection(value.connection, outer);
      default:
        return [];
    }
  });
  return inner.length > 0 || outer.length === 0 ? inner : [outer];
}

function pathsOfConnection({ members, page }: Connection, outer: RowPath): readonly RowPath[] {
  return members.flatMap((member) => {
    if (member.kind === 'groups') return [[...outer, member.groups.by.length === 0 ? 1 : member.groups.size]];
    return member.kind === 'items' ? pathsOf(member.selection, [...outer, page.size]) : [];
  });
}
