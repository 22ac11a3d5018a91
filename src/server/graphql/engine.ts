import { type DocumentNode, getOperationAST, OperationTypeNode, visit } from 'graphql';
import type { AnswerResult, Application } from '../../app/application.ts';
import { endStage } from '../../base/end-stage.ts';
import { refuse } from '../../base/errors.ts';
import type { Identity } from '../../base/identity.ts';
import type { ReceivedRequest } from '../../base/observation.ts';
import { remakeFor } from '../../base/remake-for.ts';
import type { Model } from '../../model/model.ts';
import type { Patience } from '../callers.ts';
import { refuseForeign } from '../cors.ts';
import { createDocuments, readDocument } from '../documents/documents.ts';
import type { GraphqlRequest } from './read-request.ts';

/** One request on its way through the engine. */
export interface EngineCall {
  readonly request: GraphqlRequest;
  readonly identity: Identity;
  /** See `AnswerRequest`. */
  readonly received?: ReceivedRequest;
  /** Waits for the answer, and says until when that is. */
  readonly wait: (isChange: boolean, ask: (patience: Patience) => Promise<AnswerResult>) => Promise<AnswerResult>;
  /** False for requests that must change nothing. */
  readonly mayMutate: boolean;
  /** Whether a web page of another site sent the request without a preflight. */
  readonly isForeign: boolean;
}

/** @throws Refusal OperationNotOffered for a mutation where there may be none */
export type Engine = (call: EngineCall) => Promise<AnswerResult>;

/** @throws Refusal Forbidden for a document that runs a function or procedure which may change data */
function refuseForeignCalls(document: DocumentNode, { entities }: Model): void {
  const calls = new Map(
    entities.flatMap(({ graphql: { execute }, routine, name }) =>
      routine?.readOnly === false ? [[execute, name]] : [],
    ),
  );
  visit(document, {
    Field: ({ name }) => {
      const called = calls.get(name.value);
      if (called !== undefined) refuseForeign(called);
    },
  });
}

/** The share of the operation cache's bytes that parsed documents get beside it. */
const DOCUMENT_SHARE = 0.25;

/**
 * GraphQL over an application: documents are parsed and validated from memory, and answered by the application's `answer`. Without
 * Envelop: of it nothing was used but the passing through, at 6 µs for each request. Armor's rules stand among those of validation.
 */
export function createEngine(application: Application): Engine {
  const { limits, graphql, operationCache } = application.config.runtime;
  // Made anew where the catalog was read again and gives another schema.
  const current = remakeFor(
    () => application.schema,
    (schema) => ({
      schema,
      documents: createDocuments({
        limits,
        schema,
        introspection: graphql.introspection,
        cacheBytes: Math.max(1, Math.floor(operationCache * DOCUMENT_SHARE)),
      }),
    }),
  );
  return async ({ request: { query, variables, operationName }, identity, received, wait, mayMutate, isForeign }) => {
    const { schema, documents } = current();
    const read = readDocument(documents, query);
    endStage(application.observers, received, 'document');
    if ('refusals' in read) return { kind: 'refused', refusals: read.refusals };
    const { document } = read;
    const isChange = getOperationAST(document, operationName)?.operation === OperationTypeNode.MUTATION;
    if (isChange && !mayMutate) {
      refuse('OperationNotOffered', 'A GET changes nothing: send mutations as POST.', { allow: ['POST'] });
    }
    if (isForeign) refuseForeignCalls(document, application.model);
    return wait(isChange, async ({ signal, deadline }) => {
      const asked = { schema, document, operationName, variables, identity, received, deadline, signal };
      const result = await application.answer(asked);
      // What failed because its time was over is no outcome of the document: the status says so.
      return result.kind === 'failed' && signal.aborted ? { kind: 'refused', refusals: [result.refusal] } : result;
    });
  };
}
