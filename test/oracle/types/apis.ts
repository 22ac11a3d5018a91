import { parse } from 'graphql';
import type { AnswerResult, Application } from '../../../src/app/application.ts';
import type { ServedRest } from '../../http/support/serve-rest.ts';

/** APIs of an application. */
export interface Apis {
  readonly application: Application;
  /** Absent without collections over REST. */
  readonly rest?: ServedRest;
}

export interface QueryOptions {
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly role?: string;
  readonly claims?: Readonly<Record<string, unknown>>;
}

export function answerOf(
  { application }: Apis,
  document: string,
  { variables = {}, role = 'anonymous', claims = {} }: QueryOptions = {},
): Promise<AnswerResult> {
  return application.answer({
    document: parse(document),
    operationName: undefined,
    variables,
    identity: { role, claims },
  });
}

/**
 * Returns the data of a response.
 * @throws Error with the errors
 */
export async function dataOf<T>(apis: Apis, document: string, options?: QueryOptions): Promise<T> {
  const result = await answerOf(apis, document, options);
  if (result.kind === 'answered') return JSON.parse(result.data) as T;
  throw new Error(`${document}: ${describe(result)}`);
}

/** Returns code and message of a refusal. */
export const describe = (result: AnswerResult): string =>
  result.kind === 'answered'
    ? 'answered'
    : (result.kind === 'failed' ? [result.apiError] : result.apiErrors)
        .map(({ code, message, cause }) => `${code}: ${message}${code === 'Internal' ? ` ${cause}` : ''}`)
        .join();
