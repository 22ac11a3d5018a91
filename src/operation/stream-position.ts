import { throwApiError } from '../base/errors.ts';
import { parseCursor } from '../scalars/cursor.ts';
import type { CursorValue, Operation, SelectedField, SlotSource, Variables } from './operation.ts';
import { describeCursor } from './shape.ts';

/** Name of an argument that only the service sets. */
export const UNTIL = 'until';

/** Cursors of a stream, which the service sets for each page. */
export interface StreamPosition {
  /** Replaces the argument `after` of the client. */
  readonly after?: string;
  /** Cursor of the last row that the page may have. */
  readonly until?: string;
}

/** Returns a name that no variable of a client can have, because GraphQL names contain no `$`. */
const nameOf = (argument: string): string => `$${argument}`;

const cursorsOf = (position: StreamPosition): readonly (readonly [argument: string, cursor: string])[] =>
  Object.entries(position).filter(([, cursor]) => cursor !== undefined);

/** Adds the cursors to the variables. */
export function withCursors(variables: Variables, position: StreamPosition | undefined): Variables {
  if (position === undefined) return variables;
  const cursors = cursorsOf(position).map(([argument, cursor]) => [nameOf(argument), cursor] as const);
  return { ...variables, ...Object.fromEntries(cursors) };
}

/** Returns a string that is equal for positions with equal plans. */
export function shapeOfPosition(position: StreamPosition | undefined): string {
  if (position === undefined) return '';
  return cursorsOf(position)
    .map(([argument, cursor]) => `${argument}:${describeCursor(cursor)}`)
    .join(',');
}

/** Sets the arguments of the root field to the cursors that `withCursors` adds. */
export function atPosition(operation: Operation, position: StreamPosition | undefined): Operation {
  if (position === undefined) return operation;
  const cursors = cursorsOf(position).map(([argument, cursor]): readonly [string, CursorValue] => {
    return [argument, readCursor(cursor, argument, { kind: 'variable', path: [nameOf(argument)] })];
  });
  const withArguments = (field: SelectedField): SelectedField => ({
    ...field,
    arguments: new Map([...field.arguments, ...cursors]),
  });
  return { ...operation, fields: operation.fields.map(withArguments) };
}

/** @throws ApiError BadRequest for a malformed cursor */
export function readCursor(text: string, argument: string, source: SlotSource): CursorValue {
  try {
    const { form, values } = parseCursor(text);
    return { kind: 'cursor', source, form, nulls: values.map((value) => value === null) };
  } catch (error) {
    return throwApiError('BadRequest', `${(error as Error).message} (argument "${argument}").`);
  }
}
