import type { Contender, HttpRequest } from '../contender.ts';
import { type Question, questionOf } from '../workloads.ts';
import { pick, plainAnswer } from './plain-answer.ts';

/** How a GraphQL server is asked one question. */
export interface Operation {
  readonly document: string;
  /** Unless it is `key` alone. */
  readonly variables?: (key: number) => Readonly<Record<string, unknown>>;
  /** What is compared, out of `data`. */
  readonly answer: (data: unknown) => unknown;
}

/** An operation with `key` as its variable. @param path where in `data` stands what is compared */
export function operation(document: string, ...path: readonly string[]): Operation {
  return { document, answer: (data) => pick(data, ...path) };
}

/** How a GraphQL server is asked, what has no counterpart there left out: each document is one text in all requests, what differs is in variables. */
export function askGraphql(
  operations: Readonly<Partial<Record<Question, Operation>>>,
): Pick<Contender, 'ask' | 'answerOf'> {
  return {
    ask: (workload, key) => {
      const asked = operations[questionOf(workload, key)];
      return asked === undefined ? [] : [post(asked, key)];
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
