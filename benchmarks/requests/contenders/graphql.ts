import type { Contender, HttpRequest } from '../contender.ts';
import { type Question, questionOf } from '../workloads.ts';
import { pick, plainAnswer } from './plain-answer.ts';

export interface Operation {
  readonly document: string;
  /** Default: `{ key }`. */
  readonly variables?: (key: number) => Readonly<Record<string, unknown>>;
  /** Picks the compared part of `data`. */
  readonly answer: (data: unknown) => unknown;
}

/** @param path of the compared part of `data` */
export function operation(document: string, ...path: readonly string[]): Operation {
  return { document, answer: (data) => pick(data, ...path) };
}

/** Uses one document per workload for all requests, with variables. Omits unsupported workloads. */
export function graphqlRequestsFor(
  operations: Readonly<Partial<Record<Question, Operation>>>,
): Pick<Contender, 'requestsFor' | 'answerOf'> {
  return {
    requestsFor: (workload, key) => {
      const chosen = operations[questionOf(workload, key)];
      return chosen === undefined ? [] : [post(chosen, key)];
    },
    answerOf: ({ name }, bodies) => {
      const { data, errors } = bodies[0] as { readonly data?: unknown; readonly errors?: unknown };
      if (errors !== undefined) throw new Error(`Refused: ${JSON.stringify(errors)}`);
      return plainAnswer(operations[name as Question]?.answer(data));
    },
  };
}

function post({ document, variables = (key) => ({ key }) }: Operation, key: number): HttpRequest {
  return {
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query: document, variables: variables(key) }),
  };
}
