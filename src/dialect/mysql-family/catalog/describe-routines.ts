import type { CatalogColumn, ColumnType } from '../../../model/catalog-column.ts';
import type { CatalogParameter, CatalogRoutine, RoutineResult } from '../../../model/catalog-routine.ts';
import type { ParameterRow, RoutineRow } from './catalog-rows.ts';
import type { TypeLimits } from './type-row.ts';
import { resolveType } from './types.ts';

/** @param parameters parameters of all routines, in order */
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

function describeRoutine(
  { name, kind, access, comment }: RoutineRow,
  parameters: readonly LimitedRow[],
): CatalogRoutine {
  return {
    kind: kind === 'FUNCTION' ? 'function' : 'procedure',
    schema: '',
    name,
    ...(comment !== '' && { comment }),
    readOnly: access === 'READS SQL DATA' || access === 'NO SQL',
    parameters: parameters.flatMap((parameter) => describeParameter(parameter) ?? []),
    result: describeResult(kind, parameters),
  };
}

const modes = { IN: 'in', OUT: 'out', INOUT: 'inout' } as const;

function describeParameter(row: LimitedRow): CatalogParameter | undefined {
  const { name, mode } = row;
  return mode === null ? undefined : { name: nameOf(name), mode: modes[mode], type: typeOf(row), hasDefault: false };
}

const nameOf = (name: string | null): string => name ?? 'result';

const typeOf = (row: LimitedRow): ColumnType => resolveType({ ...row, name: nameOf(row.name) }, { nullable: true });

/** Row of a procedure: a JSON value, because the catalog does not describe the rows. */
const UNDESCRIBED_ROW: ColumnType = { scalar: 'JSON', list: false, native: 'json', asText: false };

function describeResult(kind: RoutineRow['kind'], parameters: readonly LimitedRow[]): RoutineResult {
  const out = parameters.filter(({ mode }) => mode !== 'IN');
  if (out.length === 0) return { rows: 'many', columns: [toColumn(nameOf(null), UNDESCRIBED_ROW)], isValue: false };
  const columns = out.map((row) => toColumn(nameOf(row.name), typeOf(row)));
  return { rows: 'one', columns, isValue: kind === 'FUNCTION' };
}

const toColumn = (name: string, type: ColumnType): CatalogColumn => ({
  name,
  type,
  nullable: true,
  hasDefault: false,
  generated: 'no',
});
