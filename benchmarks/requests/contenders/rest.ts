import type { Contender, HttpRequest } from '../contender.ts';
import { type Question, questionOf } from '../workloads.ts';
import { plainAnswer } from './plain-answer.ts';

export interface Endpoint {
  readonly request: (key: number) => HttpRequest;
  /** Picks the compared part of the body; default: all of it. */
  readonly answer?: (body: unknown) => unknown;
}

export const get = (path: string): HttpRequest => ({ method: 'GET', path, headers: {} });

export const send = (method: 'POST' | 'PATCH', path: string, item: object): HttpRequest => ({
  method,
  path,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(item),
});

/** Omits unsupported workloads. */
export function restRequestsFor(
  endpoints: Readonly<Partial<Record<Question, Endpoint>>>,
): Pick<Contender, 'requestsFor' | 'answerOf'> {
  return {
    requestsFor: (workload, key) => {
      const endpoint = endpoints[questionOf(workload, key)];
      return endpoint === undefined ? [] : [endpoint.request(key)];
    },
    answerOf: ({ name }, [body]) => {
      const { answer = (whole: unknown) => whole } = endpoints[name as Question] ?? {};
      return plainAnswer(answer(body));
    },
  };
}
