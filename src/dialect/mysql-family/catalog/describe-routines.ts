import type { CatalogColumn, ColumnType } from '../../../model/catalog-column.ts';
import type { CatalogParameter, CatalogRoutine, RoutineResult } from '../../../model/catalog-routine.ts';
import type { ParameterRow, RoutineRow } from './catalog-rows.ts';
import type { TypeLimits } from './type-row.ts';
import { resolveType } from './types.ts';

/** @param parameters of all routines, in order */
export const describeRoutines = (
  routines: readonly RoutineRow[],
  parameters: readonly ParameterRow[],
  limits: TypeLimits,
): readonly CatalogRoutine[] =>
  routines.map((routine) =>
    describeRoutine(
      routine,
      parameters.flatMap((parameter) =>
        parameter.table === routine.name && parameter.kind === routine.kind ? [{ ...parameter, ...limits }] : [],
      ),
    ),
  );

type LimitedRow = ParameterRow & TypeLimits;

function describeRoutine({ name, kind, access, comment }: RoutineRow, own: readonly LimitedRow[]): CatalogRoutine {
  return {
    kind: kind === 'FUNCTION' ? 'function' : 'procedure',
    schema: '',
    name,
    ...(comment !== '' && { comment }),
    readOnly: access === 'READS SQL DATA' || access === 'NO SQL',
    parameters: own.flatMap((parameter) => describeParameter(parameter) ?? []),
    result: describeResult(kind, own),
  };
}

const modes = { IN: 'in', OUT: 'out', INOUT: 'inout' } as const;

function describeParameter(facts: LimitedRow): CatalogParameter | undefined {
  const { name, mode } = facts;
  return mode === null ? undefined : { name: nameOf(name), mode: modes[mode], type: typeOf(facts), hasDefault: false };
}

const nameOf = (name: string | null): string => name ?? 'result';

const typeOf = (facts: LimitedRow): ColumnType =>
  resolveType({ ...facts, name: nameOf(facts.name) }, { nullable: true });

/** The catalog does not describe a procedure's rows. */
const SELECTED: ColumnType = { scalar: 'JSON', list: false, native: 'json', asText: false };

function describeResult(kind: RoutineRow['kind'], own: readonly LimitedRow[]): RoutineResult {
  const out = own.filter(({ mode }) => mode !== 'IN');
  if (out.length === 0) return { rows: 'many', columns: [toColumn(nameOf(null), SELECTED)], isValue: false };
  const columns = out.map((facts) => toColumn(nameOf(facts.name), typeOf(facts)));
  return { rows: 'one', columns, isValue: kind === 'FUNCTION' };
}

const toColumn = (name: string, type: ColumnType): CatalogColumn => ({
  name,
  type,
  nullable: true,
  hasDefault: false,
  generated: 'no',
});
