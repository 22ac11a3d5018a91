import { getOperationAST, parse, validate } from 'graphql';
import type { AnswerRequest, Application, Explanation } from '../../src/app/application.ts';
import { ApiError } from '../../src/base/errors.ts';
import type { GoldenCase } from './read-cases.ts';

/** Returns the request of a case. */
export function requestOf({ document: text, variables, role, claims }: GoldenCase): AnswerRequest {
  const document = parse(text);
  return { document, operationName: undefined, variables, identity: { role, claims } };
}

/** Returns the plan, or the refusal of an operation that the store does not support or its schema lacks. */
export function explainOrRefuse(request: AnswerRequest, app: Application): Explanation | ApiError {
  const { schema = app.schema } = request;
  const operation = getOperationAST(request.document);
  if (operation && !schema.getRootType(operation.operation)) {
    return new ApiError('BadRequest', `The schema has no ${operation.operation} operations.`);
  }
  const [invalid] = validate(schema, request.document);
  if (invalid !== undefined) return new ApiError('InvalidField', invalid.message);
  try {
    return app.explain(request);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** Prints each statement with its values, and its condition if it has one. */
export const printStatements = ({ statements }: Explanation): string =>
  statements
    .map(({ text, values, when }) => `${when ? `-- ${when}\n` : ''}${text}\n-- ${JSON.stringify(values)}\n`)
    .join('\n');

export const printApiError = ({ code, message }: { readonly code: string; readonly message: string }): string =>
  `${code}: ${message}\n`;
