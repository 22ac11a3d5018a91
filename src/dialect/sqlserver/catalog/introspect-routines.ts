import type { CatalogColumn } from '../../../model/catalog-column.ts';
import type { CatalogParameter, CatalogRoutine, RoutineResult } from '../../../model/catalog-routine.ts';
import type { CatalogRows, ColumnRow, DescribedRow, ObjectRow, ParameterRow, TypeRow } from './catalog-rows.ts';
import { resolveType } from './types.ts';

const RESULT = 'result';

export function describeRoutines(
  catalogRows: CatalogRows,
  commentOf: (id: number) => string | undefined,
): readonly CatalogRoutine[] {
  const parameters = Map.groupBy(catalogRows.parameters, ({ id }) => id);
  const columns = Map.groupBy(catalogRows.columns, ({ id }) => id);
  const definitions = new Map(catalogRows.modules.map(({ id, text }) => [id, text]));
  const described = catalogRows.described && Map.groupBy(catalogRows.described, ({ id }) => id);
  return catalogRows.objects
    .filter(({ type }) => ['P', 'FN', 'IF', 'TF'].includes(type))
    .map((object): CatalogRoutine => {
      const objectParameters = parameters.get(object.id) ?? [];
      const comment = commentOf(object.id);
      const isProcedure = object.type === 'P';
      const resultColumns = described?.get(object.id) ?? [];
      return {
        kind: isProcedure ? 'procedure' : 'function',
        schema: object.schemaName,
        name: object.name,
        ...(comment !== undefined && { comment }),
        // Functions cannot change data.
        readOnly: !isProcedure,
        parameters: objectParameters
          .filter(({ position }) => position > 0)
          .map((parameter) => describeParameter(parameter, definitions.get(object.id) ?? '')),
        ...tableObstacle(objectParameters),
        ...(isProcedure
          ? describeProcedure(objectParameters, resultColumns, described === undefined)
          : { result: describeFunction(object, objectParameters, columns.get(object.id) ?? []) }),
      };
    });
}

const nameOf = ({ name }: Pick<ParameterRow, 'name'>): string => name.replace(/^@/, '');

/** Rejects table parameters, which requests cannot pass. */
function tableObstacle(parameters: readonly ParameterRow[]): Pick<CatalogRoutine, 'obstacle'> {
  const table = parameters.find(({ isTable }) => isTable);
  return table === undefined ? {} : { obstacle: `its parameter ${table.name} takes a table or a cursor` };
}

/** An OUTPUT parameter also accepts a value. The value is optional, because few callers pass one. */
function describeParameter(parameter: ParameterRow, text: string): CatalogParameter {
  return {
    name: nameOf(parameter),
    mode: parameter.isOutput ? 'inout' : 'in',
    type: resolveType(parameter),
    hasDefault: parameter.isOutput || hasDefault(parameter, text),
  };
}

/** Only the routine's text contains defaults: `@amount int = 5`. */
function hasDefault({ name }: ParameterRow, text: string): boolean {
  const head = text.slice(
    0,
    /\bas\s+(?:begin|select|set|declare|insert|update|delete|return)\b/i.exec(text)?.index ?? text.length,
  );
  const escaped = name.replace(/[$]/g, String.raw`\$&`);
  return new RegExp(String.raw`${escaped}\s+(?:as\s+)?[\w.\[\]]+(?:\s*\([^)]*\))?\s*=`, 'i').test(head);
}

/**
 * Describes the first result set or, without one, the output parameters.
 * @param cannotDescribe true if the server describes no procedure
 */
function describeProcedure(
  parameters: readonly ParameterRow[],
  resultColumns: readonly DescribedRow[],
  cannotDescribe: boolean,
): Pick<CatalogRoutine, 'result' | 'undescribed'> {
  const failed = resultColumns.find(({ error }) => error !== null);
  const selected = resultColumns.filter(({ error }) => error === null);
  if (selected.length > 0) {
    const columns = selected.map((column) => columnOf(column.name ?? '', column));
    const obstacle = obstacleOf(selected);
    return { result: { rows: 'many', columns, isValue: false, ...(obstacle !== undefined && { obstacle }) } };
  }
  const out = parameters.filter(({ isOutput }) => isOutput);
  const columns = out.map((parameter) => columnOf(nameOf(parameter), parameter));
  const reason =
    failed?.error?.replace(/\.$/, '') ??
    (cannotDescribe && columns.length === 0 ? 'the server does not describe the procedure' : undefined);
  return {
    result: { rows: columns.length === 0 ? 'none' : 'one', columns, isValue: false },
    ...(reason !== undefined && { undescribed: reason }),
  };
}

function obstacleOf(selected: readonly DescribedRow[]): string | undefined {
  const names = selected.map(({ name }) => name ?? '');
  const position = names.findIndex((name, index) => name === '' || names.indexOf(name) !== index);
  if (position < 0) return undefined;
  const problem = names[position] === '' ? 'has no name' : `has the same name "${names[position]}" as another column`;
  return `the selected column ${position + 1} ${problem}; name it with "as", or declare all columns in "result-columns"`;
}

function describeFunction(
  { type }: ObjectRow,
  parameters: readonly ParameterRow[],
  columns: readonly ColumnRow[],
): RoutineResult {
  const value = parameters.find(({ position }) => position === 0);
  if (type === 'FN' && value !== undefined) return { rows: 'one', columns: [columnOf(RESULT, value)], isValue: true };
  return { rows: 'many', columns: columns.map((column) => columnOf(column.name, column)), isValue: false };
}

const columnOf = (name: string, row: TypeRow): CatalogColumn => ({
  name,
  type: resolveType(row),
  nullable: true,
  hasDefault: false,
  generated: 'no',
});
