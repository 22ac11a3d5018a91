import { parse } from 'graphql';
import type { Application } from '../../../src/app/application.ts';
import { parseJson } from '../../../src/base/json.ts';
import type { Run, RunAnswer } from '../judge-operation.ts';
import type { Caller } from './claim-pool.ts';

export interface Answer extends RunAnswer {
  /** Code of the first error. */
  readonly code?: string;
}

/** Runs requests as a caller. */
export function runAs(
  application: Application,
  role: string,
  { token }: Caller,
): (...parameters: Parameters<Run>) => Promise<Answer> {
  return async (document, variables) => {
    const result = await application.answer({
      document: parse(document),
      operationName: undefined,
      variables: parseJson(variables) as Readonly<Record<string, unknown>>,
      identity: { role, claims: token },
    });
    if (result.kind === 'answered') return { data: result.data };
    const errors = result.kind === 'failed' ? [result.apiError] : result.apiErrors;
    const [first] = errors;
    const message = first === undefined ? '' : `${first.code}: ${first.message} ${first.cause ?? ''}`;
    return { ...(first && { code: first.code }), errors: [{ message }] };
  };
}
