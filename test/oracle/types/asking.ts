import { parse } from 'graphql';
import type { AnswerResult, Application } from '../../../src/app/application.ts';
import type { ServedRest } from '../../http/support/serve-rest.ts';

/** The ways in which an application is asked. */
export interface Asking {
  readonly application: Application;
  /** Absent where there are no collections over REST. */
  readonly rest?: ServedRest;
}

export interface Asked {
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly role?: string;
  readonly claims?: Readonly<Record<string, unknown>>;
}

export function answerOf(
  { application }: Asking,
  document: string,
  { variables = {}, role = 'anonymous', claims = {} }: Asked = {},
): Promise<AnswerResult> {
  return application.answer({
    document: parse(document),
    operationName: undefined,
    variables,
    identity: { role, claims },
  });
}

/** The data of an answer. @throws Error with what was said instead */
export async function dataOf<T>(asking: Asking, document: string, asked?: Asked): Promise<T> {
  const result = await answerOf(asking, document, asked);
  if (result.kind === 'answered') return JSON.parse(result.data) as T;
  throw new Error(`${document}: ${describe(result)}`);
}

/** Code and message of a refusal. */
export const describe = (result: AnswerResult): string =>
  result.kind === 'answered'
    ? 'answered'
    : (result.kind === 'failed' ? [result.apiError] : result.apiErrors)
        .map(({ code, message, cause }) => `${code}: ${message}${code === 'Internal' ? ` ${cause}` : ''}`)
        .join();
