import { basename } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import { errorAt, warningAt } from './problem-at.ts';
import type { FilePart } from './read-files.ts';
import { isRecord } from './tree.ts';

/**
 * Several files as one configuration: the entities of all files; of each other key the value of the earliest file that has it. `runtime`
 * comes from the first file alone.
 */
export function mergeFiles([first, ...others]: readonly FilePart[]): { value: unknown; problems: readonly Problem[] } {
  const value = first?.document.value;
  if (first === undefined || others.length === 0 || !isRecord(value)) return { value, problems: [] };
  const values = others.map(({ document }) => (isRecord(document.value) ? document.value : {}));
  const all = [value, ...values];
  return {
    value: {
      ...merge([...values.map(({ runtime: _, 'data-source-files': __, ...rest }) => rest).reverse(), value]),
      entities: mergeEntities(all.map(({ entities = {} }) => entities)),
    },
    problems: [...others.flatMap(checkRuntime), ...checkNames([first, ...others])],
  };
}

/** The entities of all files. Where one has something else than entities, that: the reader will refuse it. */
const mergeEntities = (entities: readonly unknown[]): unknown =>
  entities.find((one) => !isRecord(one)) ?? merge(entities.filter(isRecord));

/** The members of all; of two with one name the later one. Every name becomes a member, `__proto__` too. */
const merge = (records: readonly object[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(records.flatMap((record) => Object.entries(record)));

function checkRuntime({ file, document: { value }, namedAt }: FilePart): Problem[] {
  if (!isRecord(value) || !('runtime' in value)) return [];
  return [warningAt(namedAt, `The "runtime" of ${basename(file)} is ignored; that of the first file holds.`)];
}

function checkNames(parts: readonly FilePart[]): Problem[] {
  const owners = new Map<string, string>();
  return parts.flatMap(({ file, document: { value } }) => {
    const entities = isRecord(value) && isRecord(value.entities) ? Object.keys(value.entities) : [];
    return entities.flatMap((name) => {
      const owner = owners.get(name);
      owners.set(name, owner ?? basename(file));
      if (owner === undefined) return [];
      return [
        errorAt(['entities', name], `The entity "${name}" stands in ${owner} and in ${basename(file)}; rename one.`),
      ];
    });
  });
}
