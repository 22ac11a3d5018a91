import type { Contender, HttpRequest } from '../contender.ts';
import { type Question, questionOf } from '../workloads.ts';
import { plainAnswer } from './plain-answer.ts';

/** How a REST server is asked one question. */
export interface Endpoint {
  readonly request: (key: number) => HttpRequest;
  /** What is compared, out of the body; all of it unless given. */
  readonly answer?: (body: unknown) => unknown;
}

export const get = (path: string): HttpRequest => ({ method: 'GET', path, headers: {} });

export const send = (method: 'POST' | 'PATCH', path: string, item: object): HttpRequest => ({
  method,
  path,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(item),
});

/** How a REST server is asked; what has no counterpart there is left out. */
export function askRest(endpoints: Readonly<Partial<Record<Question, Endpoint>>>): Pick<Contender, 'ask' | 'answerOf'> {
  return {
    ask: (workload, key) => {
      const endpoint = endpoints[questionOf(workload, key)];
      return endpoint === undefined ? [] : [endpoint.request(key)];
    },
    answerOf: ({ name }, [body]) => {
      const { answer = (whole: unknown) => whole } = endpoints[name as Question] ?? {};
      return plainAnswer(answer(body));
    },
  };
}
