import { parse } from 'graphql';
import type { Application } from '../../src/app/application.ts';
import { ANONYMOUS } from '../../src/base/identity.ts';
import { parseJson } from '../../src/base/json.ts';
import type { Run } from './judge-operation.ts';

/** Runs operations as an anonymous client. */
export function runApplication(application: Application): Run {
  return async (document, variables) => {
    const result = await application.answer({
      document: parse(document),
      operationName: undefined,
      variables: parseJson(variables) as Readonly<Record<string, unknown>>,
      identity: ANONYMOUS,
    });
    switch (result.kind) {
      case 'answered':
        return { data: result.data };
      case 'rejected':
        return { errors: result.apiErrors };
      case 'failed':
        return { data: null, errors: [result.apiError] };
    }
  };
}
