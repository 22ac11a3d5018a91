import type { FastifyRequest } from 'fastify';
import type { Application, ExplainedStatement, Explanation } from '../../app/application.ts';
import { throwApiError } from '../../base/errors.ts';
import { memoizeLast } from '../../base/memoize.ts';
import { printPlan } from '../../plan/shape/print-plan.ts';
import { createDocuments, readDocument } from '../documents/documents.ts';
import { readPost } from '../graphql/read-request.ts';
import { requireJsonObject } from '../http/read-body.ts';
import type { PendingResponses } from '../overload/pending-responses.ts';
import type { ConsoleExplanation, ExplainRequest } from './console-data.ts';

export type ExplainedRequest = Pick<FastifyRequest, 'body' | 'identity' | 'socket'>;

/**
 * Returns a function that explains the operation in the body of a request. The limits of GraphQL apply.
 * @throws ApiError as for the operation itself
 */
export function createExplainer(
  application: Application,
  pendingResponses: PendingResponses,
): (request: ExplainedRequest) => Promise<ConsoleExplanation> {
  const { limits, graphql } = application.config.runtime;
  const current = memoizeLast(
    () => application.schema,
    (schema) => ({
      schema,
      // Documents are not cached, because the same operation is rarely explained twice.
      documents: createDocuments({ limits, schema, introspection: graphql.introspection, cacheBytes: 1 }),
    }),
  );
  return async ({ body, identity, socket }) => {
    const { query, variables, operationName } = readPost(body);
    const usesDatabase = readDatabase(body);
    const { schema, documents } = current();
    const read = readDocument(documents, query);
    if ('apiErrors' in read) throw read.apiErrors[0];
    const request = { schema, document: read.document, operationName, variables, identity };
    if (!usesDatabase) return describeExplanation(application.explain(request));
    const explanation = await pendingResponses.wait(socket, false, ({ signal, deadline }) =>
      application.explainInDatabase({ ...request, signal, deadline }),
    );
    return describeExplanation(explanation);
  };
}

function readDatabase(body: unknown): boolean {
  const { database = false }: Partial<Record<keyof ExplainRequest, unknown>> = requireJsonObject(body, 'The body');
  return typeof database === 'boolean'
    ? database
    : throwApiError('BadRequest', '"database" must be true or false. With true, the database also explains the query.');
}

const describeExplanation = ({ plan, statements }: Explanation): ConsoleExplanation => ({
  plan: JSON.parse(printPlan(plan)),
  statements: statements.map(describeStatement),
});

const describeStatement = ({ values, ...statement }: ExplainedStatement): ConsoleExplanation['statements'][number] => ({
  ...statement,
  values: values.map((value) => (value instanceof Uint8Array ? `0x${Buffer.from(value).toString('hex')}` : value)),
});
