import { invariant } from '../base/invariant.ts';
import type { Call } from '../plan/shape/call.ts';
import { compileSelection } from './compile-rows.ts';
import type { Compiling } from './compiling.ts';
import type { RoutineQuery } from './query.ts';

/** A function or procedure to run, as a query. */
export function compileCall({ entity, size, selection, ...call }: Call, compiling: Compiling): RoutineQuery {
  const { source, routine, allFields } = entity;
  invariant(routine, `${entity.name} is a function or procedure`);
  const alias = compiling.aliases.next();
  // A routine that gives nothing is run as one that gives one value; the value is never shown.
  const [value] = routine.isValue || routine.rows === 'none' ? allFields.values() : [];
  return {
    schema: source.schema,
    name: source.name,
    parameters: routine.parameters,
    arguments: call.arguments,
    alias,
    ...(value !== undefined && { valueName: value.column }),
    rows: routine.rows,
    size,
    entries: compileSelection(selection, alias, compiling),
  };
}
