import { throwApiError } from '../../base/errors.ts';
import type { SelectedField } from '../../operation/operation.ts';
import type { PlanContext } from '../plan-context.ts';
import type { StreamTraits } from '../shape/plan.ts';
import type { Source } from '../shape/predicate.ts';
import type { Connection, ConnectionMetadata, OrderTerm } from '../shape/rows.ts';
import { planConnection } from './plan-rows.ts';

/** Response key of the cursor in `newest`. */
export const NEWEST_CURSOR = 'endCursor';

interface StreamPlan {
  readonly page: Connection;
  /** The last row after the cursor, which may not be released yet. */
  readonly newest: Connection;
  readonly traits: StreamTraits;
}

/** @throws ApiError BadRequest for an order in which new rows may precede delivered rows, and without `endCursor` */
export function planStream(source: Source, selected: SelectedField, context: PlanContext): StreamPlan {
  const cursor = selected.fields.find(({ name }) => name === 'endCursor');
  if (cursor === undefined) {
    const message = `Select "endCursor" of "${selected.key}", from which a client resumes with "after".`;
    throwApiError('BadRequest', message, { path: selected.path });
  }
  const connection = planConnection(source, selected, context, { isStream: true });
  const { cursors, order, released, page: _, members, ...common } = connection;
  const problem =
    cursors === 'position' || !source.entity.keyIsUnique
      ? `A stream requires a unique key that your role may read, which "${source.entity.name}" lacks.`
      : order.map(findOrderProblem).find((found) => found !== undefined);
  if (problem !== undefined) throwApiError('BadRequest', problem, { argument: 'orderBy', path: selected.path });
  const shared = { ...common, order, ...(cursors && { cursors }) };
  return {
    page: {
      ...shared,
      page: { size: connection.page.size },
      ...(released && { released }),
      members: members.map(withCursorOnLastPage),
    },
    newest: { ...shared, page: { size: 1 }, fromEnd: true, members: [{ kind: 'endCursor', key: NEWEST_CURSOR }] },
    traits: { order: released?.kind === 'settled' ? 'exact' : 'delayed', cursor: cursor.key },
  };
}

function findOrderProblem({ path, field, descending }: OrderTerm): string | undefined {
  if (path.length > 0)
    return `A stream cannot be ordered by "${field.name}" of a related row. Order by its own fields.`;
  if (descending) return `A stream cannot be ordered by "${field.name}" in descending order. Use "ASC".`;
  return field.nullable
    ? `A stream cannot be ordered by "${field.name}", which can be null. Order by fields that are never null.`
    : undefined;
}

/** Keeps the cursor of the last page, because clients resume a stream from it. */
function withCursorOnLastPage(member: ConnectionMetadata): ConnectionMetadata {
  if (!('nullOnLastPage' in member)) return member;
  const { nullOnLastPage: _, ...others } = member;
  return others;
}

/** Returns a cursor of an object in JSON; undefined if it is null. */
export function cursorIn(json: string, key: string): string | undefined {
  const cursor = (JSON.parse(json) as Readonly<Record<string, unknown>>)[key];
  return typeof cursor === 'string' ? cursor : undefined;
}
