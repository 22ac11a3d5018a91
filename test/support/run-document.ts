import { type DocumentNode, parse } from 'graphql';
import type { AnswerResult, Application } from '../../src/app/application.ts';

export interface RunOptions {
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly role?: string;
  readonly operationName?: string;
}

/** Runs a request as the HTTP layer does. Parses text on every call, so the cache is never hit. */
export function runDocument(
  application: Application,
  document: string | DocumentNode,
  { variables = {}, role = 'anonymous', operationName }: RunOptions = {},
): Promise<AnswerResult> {
  return application.answer({
    document: typeof document === 'string' ? parse(document) : document,
    operationName,
    variables,
    identity: { role, claims: {} },
  });
}

/**
 * Returns the JSON text of `data`.
 * @throws Error with the errors if there is no data
 */
export function dataText(result: AnswerResult): string {
  if (result.kind === 'answered') return result.data;
  const apiErrors = result.kind === 'failed' ? [result.apiError] : result.apiErrors;
  throw new Error(apiErrors.map(({ code, message, cause }) => `${code}: ${message} ${cause ?? ''}`).join('\n'));
}

/** Returns the code of the first error, or `answered`. */
export function codeOf(result: AnswerResult): string | undefined {
  if (result.kind === 'answered') return 'answered';
  return result.kind === 'failed' ? result.apiError.code : result.apiErrors[0]?.code;
}
