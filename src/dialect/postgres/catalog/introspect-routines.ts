import type { CatalogColumn } from '../../../model/catalog-column.ts';
import type { CatalogParameter, CatalogRoutine, RoutineResult } from '../../../model/catalog-routine.ts';
import { splitObjectName } from '../../../model/object-name.ts';
import type { QueryRows } from '../../introspection.ts';
import type { TypeFacts } from './catalog-facts.ts';
import {
  type ParameterFacts,
  type RoutineFacts,
  type RoutinesFacts,
  routinesQuery,
} from './introspect-routines-query.ts';
import { resolveType } from './types.ts';

/** The field of a value that has no name of its own. */
const RESULT = 'result';

/**
 * Reads the functions and procedures of these names, written as the configuration writes them; one statement, none where there
 * are no names.
 */
export async function introspectRoutines(
  query: QueryRows,
  names: readonly string[],
): Promise<{ readonly routines: readonly CatalogRoutine[]; readonly routineNames: readonly string[] }> {
  if (names.length === 0) return { routines: [], routineNames: [] };
  const [row] = await query(routinesQuery, [JSON.stringify(names.map(splitObjectName))]);
  const facts = JSON.parse(String(row?.routines)) as RoutinesFacts;
  const types = new Map(facts.types.map((type) => [type.oid, type]));
  return { routines: facts.routines.map((routine) => describeRoutine(types, routine)), routineNames: facts.names };
}

type Types = ReadonlyMap<number, TypeFacts>;

function describeRoutine(types: Types, routine: RoutineFacts): CatalogRoutine {
  const { schema, name, comment, isProcedure } = routine;
  const obstacle = findObstacle(types, routine);
  return {
    kind: isProcedure ? 'procedure' : 'function',
    schema,
    name,
    ...(comment !== null && { comment }),
    ...(!routine.mayExecute && { closed: true }),
    readOnly: routine.volatility !== 'v',
    parameters: describeParameters(types, routine),
    result: describeResult(types, routine),
    ...(obstacle !== undefined && { obstacle }),
  };
}

const modes: Readonly<Record<string, CatalogParameter['mode']>> = { i: 'in', b: 'inout', o: 'out', v: 'variadic' };

/** A function takes no parameter that only comes out; a call of a procedure names each. */
function describeParameters(types: Types, { parameters, isProcedure, defaults }: RoutineFacts): CatalogParameter[] {
  const taking = parameters.filter(({ mode }) => mode !== 'o' && mode !== 't');
  // Where values are handed over as a list, the server fills nothing in: https://www.postgresql.org/docs/current/sql-syntax-calling-funcs.html
  const filled = taking.some(({ mode }) => mode === 'v') ? [] : taking.slice(taking.length - defaults);
  return (isProcedure ? parameters : taking).map((parameter) => ({
    name: parameter.name ?? '',
    mode: modes[parameter.mode] ?? 'in',
    type: typeOf(types, parameter.type),
    hasDefault: filled.includes(parameter),
  }));
}

const typeOf = (types: Types, type: number): CatalogColumn['type'] => resolveType(types, { type, modifier: -1 }).type;

function describeResult(types: Types, routine: RoutineFacts): RoutineResult {
  const { columns, isProcedure, returnsSet, returnType } = routine;
  const out = outOf(routine);
  const one = returnsSet ? 'many' : 'one';
  if (isProcedure || out.length > 1) {
    const named = out.map(({ name, type }, index) => column(name ?? `column${index + 1}`, typeOf(types, type)));
    return { rows: named.length === 0 ? 'none' : one, columns: named, isValue: false };
  }
  if (types.get(returnType)?.name === 'void') return { rows: 'none', columns: [], isValue: false };
  if (columns.length > 0) {
    const described = columns.map(({ name, type }) => column(name, typeOf(types, type)));
    return { rows: returnsSet ? 'many' : 'maybeOne', columns: described, isValue: false };
  }
  return { rows: one, columns: [column(out[0]?.name ?? RESULT, typeOf(types, returnType))], isValue: true };
}

const outOf = ({ parameters }: RoutineFacts): readonly ParameterFacts[] =>
  parameters.filter(({ mode }) => ['o', 'b', 't'].includes(mode));

/** Any value that comes out may be NULL. */
const column = (name: string, type: CatalogColumn['type']): CatalogColumn => ({
  name,
  type,
  nullable: true,
  hasDefault: false,
  generated: 'no',
});

/** Types that only the server's own code has values of: https://www.postgresql.org/docs/current/datatype-pseudo.html */
function findObstacle(types: Types, routine: RoutineFacts): string | undefined {
  const { parameters, returnType, isProcedure } = routine;
  const pseudo = (type: number): string | undefined => {
    const facts = types.get(type);
    return facts?.kind === 'p' ? facts.name : undefined;
  };
  for (const { name, mode, type } of parameters) {
    const word = pseudo(type);
    if (word !== undefined) return `"${name ?? ''}" is of the type ${word}, which stands for no one type`;
    if (mode !== 'o' && mode !== 't' && (name ?? '') === '') {
      return 'it has a parameter without a name; name all of them, so that callers can';
    }
  }
  const word = isProcedure || outOf(routine).length > 1 ? undefined : pseudo(returnType);
  if (word === undefined || word === 'void') return undefined;
  return word === 'record'
    ? 'it returns a "record" of which nobody says the columns; declare it with RETURNS TABLE (…) or OUT parameters'
    : `it returns the type ${word}, which stands for no one type`;
}
