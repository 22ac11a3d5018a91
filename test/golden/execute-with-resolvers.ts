import { execute } from 'graphql';
import { expect } from 'vitest';
import type { AnswerRequest, Application } from '../../src/app/application.ts';

/** Executes a request with graphql-js and the resolvers of the schema instead of pass-through. */
export async function executeWithResolvers(
  app: Application,
  { document, variables, identity }: AnswerRequest,
): Promise<unknown> {
  const contextValue = { identity, variables };
  const { data, errors } = await execute({ schema: app.schema, document, variableValues: variables, contextValue });
  expect(errors).toBeUndefined();
  return JSON.parse(JSON.stringify(data));
}
