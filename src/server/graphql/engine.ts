import { type DocumentNode, type GraphQLSchema, getOperationAST, OperationTypeNode, visit } from 'graphql';
import type { AnswerResult, Application } from '../../app/application.ts';
import { endStage } from '../../base/end-stage.ts';
import { throwApiError } from '../../base/errors.ts';
import type { Identity } from '../../base/identity.ts';
import { memoizeLast } from '../../base/memoize.ts';
import type { ReceivedRequest } from '../../base/observation.ts';
import type { Model } from '../../model/model.ts';
import { createDocuments, describeOperation, type ReadDocument, readDocument } from '../documents/documents.ts';
import { createPersistedDocuments } from '../documents/persisted-documents.ts';
import { rejectCrossSite } from '../http/cors.ts';
import type { WaitLimits } from '../overload/pending-responses.ts';
import type { GraphqlRequest } from './read-request.ts';

export interface EngineCall {
  readonly request: GraphqlRequest;
  readonly identity: Identity;
  readonly received?: ReceivedRequest;
  readonly wait: (isChange: boolean, execute: (limits: WaitLimits) => Promise<AnswerResult>) => Promise<AnswerResult>;
  readonly allowMutations: boolean;
  /** True if a page of another site sent the request without a preflight. */
  readonly isCrossSite: boolean;
  /** True for a document of this program, which does not need to be persisted. */
  readonly isTrusted?: boolean;
}

/** Parses, validates, and executes GraphQL requests. */
export interface Engine {
  /**
   * @param document from `read`, if the caller has read it already
   * @throws ApiError OperationNotOffered for a mutation that is not allowed
   */
  execute(call: EngineCall, document?: ReadRequest): Promise<AnswerResult>;
  /**
   * Finds, parses, and validates the document of a request, and reports it to observers. Every transport calls it.
   * @throws ApiError Forbidden for a document that is not persisted, if only persisted documents are allowed
   */
  read(call: Pick<EngineCall, 'request' | 'received' | 'isTrusted'>): ReadRequest;
}

export type ReadRequest = ReadDocument & { readonly schema: GraphQLSchema };

function rejectCrossSiteCalls(document: DocumentNode, { entities }: Model): void {
  const calls = new Map(
    entities.flatMap(({ graphql: { execute }, routine, name }) =>
      routine?.readOnly === false ? [[execute, name]] : [],
    ),
  );
  visit(document, {
    Field: ({ name }) => {
      const entityName = calls.get(name.value);
      if (entityName !== undefined) rejectCrossSite(entityName);
    },
  });
}

const SUBSCRIPTION_TRANSPORTS =
  'A subscription requires server-sent events or a WebSocket. Send the header "Accept: text/event-stream", or connect with the subprotocol "graphql-transport-ws".';

/** Size of the document cache, relative to the operation cache. */
const DOCUMENT_SHARE = 0.25;

/** Size of the cache of automatically persisted documents, relative to the operation cache. */
const PERSISTED_SHARE = 1 / 16;

/** Creates the engine. Does not use Envelop, which costs 6 µs per request. */
export function createEngine(application: Application): Engine {
  const { observers } = application;
  const { limits, graphql } = application.config.runtime;
  const persisted = createPersistedDocuments(
    graphql.persistedDocuments,
    Math.floor(limits.operationCacheBytes * PERSISTED_SHARE),
  );
  // Rebuilt when a catalog reload changes the schema.
  const current = memoizeLast(
    () => application.schema,
    (schema) => ({
      schema,
      documents: createDocuments({
        limits,
        schema,
        introspection: graphql.introspection,
        cacheBytes: Math.max(1, Math.floor(limits.operationCacheBytes * DOCUMENT_SHARE)),
      }),
    }),
  );
  const read: Engine['read'] = ({ request, received, isTrusted = false }) => {
    const { schema, documents } = current();
    const selected = persisted.select(request, isTrusted);
    if ('apiErrors' in selected) return { ...selected, schema };
    const { text } = selected;
    const result = readDocument(documents, text);
    if ('document' in result) selected.register?.();
    endStage(observers, received, 'document');
    const parsed = 'document' in result ? result.document : result.invalidDocument;
    if (received !== undefined && parsed !== undefined && observers.isObserved('documentParsed')) {
      const operation = describeOperation(parsed, request.operationName);
      observers.observe({ kind: 'documentParsed', request: received, operation, text });
    }
    return { ...result, schema };
  };
  return {
    read,
    async execute(call, result = read(call)) {
      if ('apiErrors' in result) return { kind: 'rejected', apiErrors: result.apiErrors };
      const { document, schema } = result;
      const { identity, received, wait, allowMutations, isCrossSite } = call;
      const { variables, operationName } = call.request;
      const kind = getOperationAST(document, operationName)?.operation;
      if (kind === OperationTypeNode.SUBSCRIPTION) throwApiError('BadRequest', SUBSCRIPTION_TRANSPORTS);
      const isChange = kind === OperationTypeNode.MUTATION;
      if (isChange && !allowMutations) {
        throwApiError('OperationNotOffered', 'Mutations are not allowed with GET. Send them with POST.', {
          allow: ['POST'],
        });
      }
      if (isCrossSite) rejectCrossSiteCalls(document, application.model);
      return wait(isChange, async ({ signal, deadline }) => {
        const answerRequest = { schema, document, operationName, variables, identity, received, deadline, signal };
        const answered = await application.answer(answerRequest);
        // A timeout is not a result of the document, so the status reports it.
        return answered.kind === 'failed' && signal.aborted
          ? { kind: 'rejected', apiErrors: [answered.apiError] }
          : answered;
      });
    },
  };
}
