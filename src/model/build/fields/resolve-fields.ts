import type { ConfigPath } from '../../../base/problem.ts';
import type { Field } from '../../model.ts';
import type { ProblemList } from '../problems.ts';

export function resolveFields(
  names: readonly string[],
  fields: readonly Field[],
  { path, problems }: { path: ConfigPath; problems: ProblemList },
): readonly string[] {
  return names.flatMap((name) => {
    const field =
      fields.find((candidate) => candidate.name === name) ?? fields.find((candidate) => candidate.column === name);
    if (field !== undefined) return [field.name];
    problems.unknownName(path, 'Field', { name, known: fields.map((candidate) => candidate.name) });
    return [];
  });
}
