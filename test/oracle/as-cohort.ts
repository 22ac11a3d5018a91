import { Kind, print } from 'graphql';
import type { AnswerRequest, AnswerResult, Application, LiveMember, LiveResult } from '../../src/app/application.ts';
import { ApiError } from '../../src/base/errors.ts';
import type { Observers } from '../../src/base/observers.ts';
import { Random } from './generate/random.ts';

/** Counts the members that statements of cohorts have read. */
export class CohortCounts {
  readonly seed: number;
  /** Members read together with others, and members read by their own query. */
  shared = 0;
  alone = 0;
  /** Operations whose statements failed, although each member has a result. */
  readonly failed = new Set<string>();

  constructor(seed: number) {
    this.seed = seed;
  }
}

const VARIANTS = 3;

/** Statements of cohorts are canceled after so many milliseconds. */
const SLOW_MS = 1_000;

/**
 * Returns an application that answers queries by the statement of a cohort. Other members have values of earlier
 * requests: variables of the same types, and claims. Each member's result must equal the answer to its own query. A
 * second read must return nothing. A difference becomes an error of the answer.
 */
export function asCohort(application: Application, observers: Observers, counts: CohortCounts): Application {
  const draw = new Variants(counts.seed);
  let sizes: number[] = [];
  observers.add({ liveStatement: ({ members }) => sizes.push(members) });
  const answer = async (request: AnswerRequest): Promise<AnswerResult> => {
    const own = await application.answer(request);
    if (own.kind !== 'answered') return own;
    const requests = [request, request, ...draw.variantsOf(request)].flatMap((candidate) => {
      try {
        return [{ candidate, member: application.live.prepare(candidate) }];
      } catch {
        // The answer to the query would be the same error.
        return [];
      }
    });
    sizes = [];
    const start = performance.now();
    const results = await readAll(application, requests);
    const alone = Math.min(requests.length, sizes.filter((size) => size === 1).length);
    counts.alone += alone;
    counts.shared += requests.length - alone;
    const isSlow = performance.now() - start > SLOW_MS;
    const isRepeatedAlone = sizes.reduce((sum, size) => sum + size, 0) > requests.length;
    if (isRepeatedAlone && !isSlow && results.every(({ kind }) => kind === 'changed'))
      counts.failed.add(print(request.document));
    for (const [index, { candidate }] of requests.entries()) {
      const difference = findDifference(results[index], index < 2 ? own : await application.answer(candidate));
      if (difference !== undefined) return failed(candidate, difference);
    }
    const known = requests.map(({ member }, index) => {
      const result = results[index];
      return { member, hash: result?.kind === 'changed' ? result.hash : undefined };
    });
    const [first] = known;
    const again = [...(await application.live.read(known)), ...(await application.live.read(first ? [first] : []))];
    const isRepeated = again.some(
      ({ kind }, index) => kind === 'changed' && known[index % known.length]?.hash !== undefined,
    );
    return isRepeated ? failed(request, 'The second read returned an unchanged result.') : own;
  };
  return { ...application, answer, close: () => application.close() };
}

/** Reads members whose statement was canceled again, without a time limit, because the machine may be busy. */
async function readAll(
  { live }: Application,
  requests: readonly { readonly member: LiveMember }[],
): Promise<readonly LiveResult[]> {
  const reads = requests.map(({ member }) => ({ member, hash: undefined }));
  const results = await live.read(reads);
  const isCanceled = (_: unknown, index: number): boolean => results[index]?.kind === 'canceled';
  const repeated = [...(await live.read(reads.filter(isCanceled), { lane: 'slow' }))];
  return results.map((result) => (result.kind === 'canceled' ? (repeated.shift() ?? result) : result));
}

const failed = ({ variables, identity }: AnswerRequest, difference: string): AnswerResult => {
  const values = JSON.stringify({ variables, identity });
  return { kind: 'failed', apiError: new ApiError('Internal', `As a member of a cohort: ${difference} ${values}`) };
};

function findDifference(result: LiveResult | undefined, own: AnswerResult): string | undefined {
  if (own.kind !== 'answered') return result?.kind === 'failed' ? undefined : `${result?.kind}, not ${own.kind}`;
  if (result?.kind !== 'changed')
    return `${result?.kind === 'failed' ? `${result.apiError.message} ${result.apiError.cause}` : result?.kind}`;
  const [actual, expected] = [result, own].map(({ data, metadata }) => JSON.stringify([data, metadata]));
  return actual === expected ? undefined : `${actual}, not ${expected}`;
}

/** Draws requests that differ from a request in values only. */
class Variants {
  readonly #random: Random;
  readonly #variables = new Map<string, unknown[]>();
  readonly #claims: unknown[] = [];

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  variantsOf(request: AnswerRequest): readonly AnswerRequest[] {
    const types = typesOf(request);
    const { role, claims } = request.identity;
    const isFixed = types.size === 0 && Object.keys(claims).length === 0;
    const variants = Array.from({ length: isFixed ? 0 : VARIANTS }, (): AnswerRequest => {
      const variables = mapValues(request.variables, (value, name) =>
        this.#draw(value, this.#variables.get(types.get(name) ?? '')),
      );
      const identity = { role, claims: mapValues(claims, (value) => this.#draw(value, this.#claims)) };
      return { ...request, variables, identity };
    });
    for (const [name, value] of Object.entries(request.variables)) {
      const type = types.get(name) ?? '';
      this.#variables.set(type, [...(this.#variables.get(type) ?? []), value].slice(-50));
    }
    this.#claims.push(...Object.values(claims));
    return variants;
  }

  #draw(value: unknown, others: readonly unknown[] = []): unknown {
    if (others.length === 0 || this.#random.chance(0.4)) return value;
    return this.#random.pick(others);
  }
}

/** Returns the declared types of the variables. */
function typesOf({ document }: AnswerRequest): ReadonlyMap<string, string> {
  const definitions = document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? (definition.variableDefinitions ?? []) : [],
  );
  return new Map(definitions.map(({ variable, type }) => [variable.name.value, print(type)]));
}

const mapValues = (
  values: Readonly<Record<string, unknown>>,
  change: (value: unknown, name: string) => unknown,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));
