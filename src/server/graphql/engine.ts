import { type DocumentNode, type GraphQLSchema, getOperationAST, OperationTypeNode, visit } from 'graphql';
import type { AnswerRequest, AnswerResult, Application } from '../../app/application.ts';
import { endStage } from '../../base/end-stage.ts';
import { type ApiError, throwApiError } from '../../base/errors.ts';
import type { Identity } from '../../base/identity.ts';
import { memoizeLast } from '../../base/memoize.ts';
import type { ReceivedRequest } from '../../base/observation.ts';
import { problemKey } from '../../base/problem.ts';
import type { Model } from '../../model/model.ts';
import { createDocuments, describeOperation, type ParsedDocument, readDocument } from '../documents/documents.ts';
import { createManifestCheck, createPersistedDocuments } from '../documents/persisted-documents.ts';
import { rejectCrossSite } from '../http/cors.ts';
import { liveAdvice } from '../http/live-advice.ts';
import type { WaitLimits } from '../overload/pending-responses.ts';
import { loadPlugins } from './load-plugins.ts';
import { PluginPipeline, type PluginSteps } from './plugins.ts';
import type { GraphqlRequest } from './read-request.ts';
import type { EngineResult } from './respond.ts';

export interface EngineCall {
  readonly request: GraphqlRequest;
  readonly identity: Identity;
  readonly received?: ReceivedRequest;
  readonly runWithLimits: (
    isChange: boolean,
    execute: (limits: WaitLimits) => Promise<EngineResult>,
  ) => Promise<EngineResult>;
  readonly allowMutations: boolean;
  /** True if a page of another site sent the request without a preflight. */
  readonly isCrossSite: boolean;
  /** True if the document need not be persisted, such as a document of the console. */
  readonly isTrusted?: boolean;
}

export interface Engine {
  /**
   * @param document result of `read`, if the caller has it already
   * @throws ApiError OperationNotOffered for a mutation that is not allowed
   */
  execute(call: EngineCall, document?: ParsedRequest): Promise<EngineResult>;
  /**
   * Finds, parses, and validates the document of a request, and reports it to observers. Every transport calls it.
   * @throws ApiError Forbidden if the document must be persisted and is not
   */
  read(call: Pick<EngineCall, 'request' | 'received' | 'identity' | 'isTrusted'>): ParsedRequest;
  /** Returns the errors of a document in the current schema. */
  validate(document: DocumentNode): readonly ApiError[];
}

export type ParsedRequest = ParsedDocument & {
  readonly schema: GraphQLSchema;
  /** Absent without plugins. */
  readonly steps?: PluginSteps;
};

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

const engines = new WeakMap<Application, Promise<Engine>>();

/**
 * Returns the engine of an application, and loads its plugins. Without plugins, requests bypass Envelop, which would
 * take 6 µs per request.
 * @throws ConfigurationError for unusable plugins
 */
export function createEngine(application: Application): Promise<Engine> {
  const known = engines.get(application);
  if (known !== undefined) return known;
  const engine = loadPlugins(application.config.runtime.graphql.plugins).then((plugins) =>
    buildEngine(application, plugins.length > 0 ? new PluginPipeline(plugins, application.observers) : undefined),
  );
  engines.set(application, engine);
  return engine;
}

function buildEngine(application: Application, pipeline: PluginPipeline | undefined): Engine {
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
        subscriptionAdvice: liveAdvice(application.config.runtime),
        cacheBytes: Math.max(1, Math.floor(limits.operationCacheBytes * DOCUMENT_SHARE)),
      }),
    }),
  );
  reportInvalidDocuments(application);
  const read: Engine['read'] = (call) => {
    const { request, received, isTrusted = false } = call;
    const { schema, documents } = current();
    const { text = '', register, apiErrors = [] } = persisted.select(request, isTrusted);
    const [selectionError] = apiErrors;
    // A plugin may supply the document of an unknown ID.
    const mayRecover = pipeline !== undefined && request.query === undefined;
    if (selectionError !== undefined && !mayRecover) return { apiErrors, schema };
    const result: ParsedDocument & Pick<ParsedRequest, 'steps'> =
      pipeline === undefined
        ? readDocument(documents, text)
        : pipeline.read({ schema, documents, text: selectionError ?? text, call });
    if (register !== undefined && 'document' in result) register();
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
    validate: (document) => current().documents.validate(document),
    async execute(call, result = read(call)) {
      if ('apiErrors' in result) return { kind: 'rejected', apiErrors: result.apiErrors };
      const { document, schema, steps } = result;
      const { identity, received, runWithLimits, allowMutations, isCrossSite } = call;
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
      return runWithLimits(isChange, ({ signal, deadline }) => {
        const answerRequest = { schema, document, operationName, variables, identity, received, deadline, signal };
        if (steps === undefined) return answer(application, answerRequest);
        return steps.execute({ document, operationName, variables }, async (changed) => {
          if (getOperationAST(changed.document, changed.operationName)?.operation !== kind) {
            throw new Error('A plugin has replaced the operation by another kind.');
          }
          if (isCrossSite) rejectCrossSiteCalls(changed.document, application.model);
          return answer(application, { ...answerRequest, ...changed });
        });
      });
    },
  };
}

/** Reports the invalid documents of manifests, now and after each change of the schema. */
function reportInvalidDocuments(application: Application): void {
  const { config, observers } = application;
  const checkManifests = createManifestCheck(config);
  let reported: readonly string[] = [];
  const check = (): void => {
    const problems = checkManifests(application.schema, 'warning');
    for (const problem of problems) {
      if (!reported.includes(problemKey(problem))) observers.observe({ kind: 'problem', problem });
    }
    reported = problems.map(problemKey);
  };
  check();
  observers.add({ catalogRead: ({ schemaChanged }) => schemaChanged && check() });
}

/** Turns a timeout into a rejection, so that the response has an error status instead of 200. */
async function answer(application: Application, request: AnswerRequest): Promise<AnswerResult> {
  const answered = await application.answer(request);
  return answered.kind === 'failed' && request.signal?.aborted === true
    ? { kind: 'rejected', apiErrors: [answered.apiError] }
    : answered;
}
