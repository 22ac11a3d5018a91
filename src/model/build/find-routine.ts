import type { ConfigPath } from '../../base/problem.ts';
import type { EntityConfig } from '../../config/config.ts';
import type { Catalog } from '../catalog.ts';
import type { CatalogParameter, CatalogRoutine } from '../catalog-routine.ts';
import { findObject, namedIn, reportOtherDatabase, splitSource } from './find-source.ts';
import type { ProblemList } from './problems.ts';

/** The function or procedure behind an entity. One that is missing, cannot be run, or could be one of several is a problem. */
export function findRoutine(catalog: Catalog, entity: EntityConfig, problems: ProblemList): CatalogRoutine | undefined {
  const path: ConfigPath = ['entities', entity.name, 'source'];
  const written = entity.source.object;
  const named = findNamed(catalog, written);
  if (named.length === 0) {
    const object = findObject(catalog, written);
    if (object === undefined) {
      if (reportOtherDatabase(catalog, path, written, problems)) return undefined;
      return problems.unknownName(path, 'Function or procedure', {
        name: written,
        known: catalog.routineNames,
        ...(catalog.showsPermittedOnly && {
          otherwise: 'or the database user of the connection may not run it: grant it EXECUTE',
        }),
      });
    }
    return problems.error(path, `"${written}" is a ${object.kind}; give the source the type "${object.kind}".`);
  }
  const routine = chooseRoutine(named, entity);
  if (routine === undefined) {
    const forms = named.map(describeCall).join(', ');
    return problems.error(
      [...path, 'parameters'],
      `There are ${named.length} routines "${written}": ${forms}. List all parameters of the one that is meant, or rename it.`,
    );
  }
  if (routine.closed === true) {
    return problems.error(
      path,
      `The database user of the connection may not run "${written}"; grant it EXECUTE, or leave the entity out.`,
    );
  }
  const obstacle =
    routine.obstacle ?? (entity.source.resultColumns === undefined ? routine.result.obstacle : undefined);
  if (obstacle !== undefined) return problems.error(path, `"${written}" cannot be served: ${obstacle}.`);
  const twin = named.find((other) => other !== routine && mayBeMeant(other, routine, entity));
  if (twin !== undefined) {
    return problems.error(
      [...path, 'parameters'],
      `The database cannot tell a call of ${describeCall(routine)} from one of ${describeCall(twin)}, as parameters may be left out; make them required ("required": true), or rename one.`,
    );
  }
  return routine;
}

/** All routines of a name, in the first schema that has one. */
function findNamed(catalog: Catalog, written: string): readonly CatalogRoutine[] {
  const { schema, name } = splitSource(catalog, written);
  // Without a search path there are no schemas.
  const schemas = schema === undefined ? (catalog.searchPath.length === 0 ? [''] : catalog.searchPath) : [schema];
  for (const candidate of schemas) {
    const found = namedIn(catalog.routines, { schema: candidate, name }, catalog);
    if (found.length > 0) return found;
  }
  return [];
}

/** The only routine of the name. Of several it is the one with exactly the configured parameters, else the only one that has them all. */
function chooseRoutine(named: readonly CatalogRoutine[], { source }: EntityConfig): CatalogRoutine | undefined {
  if (named.length === 1) return named[0];
  const wanted = source.parameters.map(({ name }) => name);
  const fitting = named.filter(({ parameters }) =>
    wanted.every((name) => parameters.some((parameter) => parameter.name === name)),
  );
  if (wanted.length === 0) return undefined;
  const exact = fitting.filter(({ parameters }) => givenBy(parameters).length === wanted.length);
  const [first, ...more] = exact.length > 0 ? exact : fitting;
  return more.length === 0 ? first : undefined;
}

/** Whether a call of a routine could mean another one too, which takes all that is always given, and has defaults for the rest. */
function mayBeMeant(other: CatalogRoutine, called: CatalogRoutine, { source }: EntityConfig): boolean {
  if (other.kind !== called.kind) return false;
  const configured = new Map(source.parameters.map((parameter) => [parameter.name, parameter]));
  const isOptional = ({ name, hasDefault }: CatalogParameter): boolean =>
    hasDefault && configured.get(name)?.required !== true && configured.get(name)?.default === undefined;
  const given = called.parameters.filter((parameter) => !isOptional(parameter));
  const needed = other.parameters.filter(({ hasDefault }) => !hasDefault);
  return [...given, ...needed].every(({ name }) => {
    const [left, right] = [called, other].map(({ parameters }) => parameters.find((found) => found.name === name));
    return left !== undefined && right !== undefined && isSameType(left, right);
  });
}

const isSameType = (left: CatalogParameter, right: CatalogParameter): boolean =>
  left.type.native === right.type.native && left.type.list === right.type.list;

/** Parameters that a caller gives. */
const givenBy = (parameters: readonly CatalogParameter[]): readonly CatalogParameter[] =>
  parameters.filter(({ mode }) => mode !== 'out');

const describeCall = ({ name, parameters }: CatalogRoutine): string =>
  `${name}(${givenBy(parameters)
    .map((parameter) => `${parameter.name} ${parameter.type.native}${parameter.type.list ? '[]' : ''}`.trim())
    .join(', ')})`;
