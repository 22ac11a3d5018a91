import type { EntityConfig } from '../../config/config.ts';
import type { CatalogColumn } from '../catalog-column.ts';
import type { CatalogRoutine, ReadType } from '../catalog-routine.ts';
import type { ProblemList } from './problems.ts';

/**
 * A procedure with the columns that the configuration says it selects, where it says so; else as the database tells, and it is reported where that cannot.
 * @param readType absent where the database never has to be told
 */
export function declareResult(
  { name, source }: EntityConfig,
  routine: CatalogRoutine,
  { readType, problems }: { readonly readType: ReadType | undefined; readonly problems: ProblemList },
): CatalogRoutine {
  const path = ['entities', name, 'source'];
  const { undescribed } = routine;
  if (source.resultColumns === undefined) {
    if (undescribed !== undefined) {
      problems.warning(
        path,
        `What "${routine.name}" selects is left out, if it selects anything: ${undescribed}. Say its columns by "result-columns".`,
        'What {count} procedures select is left out, as the database does not tell it',
      );
    }
    return routine;
  }
  const here = [...path, 'result-columns'];
  if (readType === undefined || routine.kind === 'function') {
    problems.error(here, `What "${routine.name}" gives is declared in the database; remove "result-columns".`);
    return routine;
  }
  const names = source.resultColumns.map((column) => column.name);
  const columns = source.resultColumns.flatMap((column, index): CatalogColumn[] => {
    if (names.indexOf(column.name) !== index) {
      problems.error([...here, index], `The column "${column.name}" is listed twice; name one otherwise.`);
    }
    const type = readType(column.type);
    if (type !== undefined) return [{ name: column.name, type, nullable: true, hasDefault: false, generated: 'no' }];
    problems.error([...here, index, 'type'], `The type of "${column.name}" is none of the database.`, {
      found: column.type,
      expected: 'a type as in a declaration, such as int, nvarchar(80), decimal(10, 2)',
    });
    return [];
  });
  return { ...routine, result: { rows: 'many', columns, isValue: false } };
}
