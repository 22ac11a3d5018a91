import { envelop, isAsyncIterable, type Plugin, useEngine } from '@envelop/core';
import { type DocumentNode, type ExecutionArgs, GraphQLError, type GraphQLSchema, print, validate } from 'graphql';
import type { AnswerResult, SuccessfulAnswer } from '../../app/application.ts';
import { ApiError } from '../../base/errors.ts';
import type { Identity } from '../../base/identity.ts';
import { parseJson, rawJson } from '../../base/json.ts';
import { mapResults } from '../../base/map-results.ts';
import type { ReceivedRequest } from '../../base/observation.ts';
import type { Observers } from '../../base/observers.ts';
import type { Documents, ParsedDocument } from '../documents/documents.ts';
import { maskError } from '../http/to-api-error.ts';
import type { PluginContext } from './load-plugins.ts';
import type { GraphqlRequest } from './read-request.ts';
import { type EngineResult, fromGraphqlError, isGraphqlError, statusOf, toGraphqlError } from './respond.ts';

/** The parts of an operation that plugins can replace. */
export type OperationParts = Pick<GraphqlRequest, 'operationName' | 'variables'> & { readonly document: DocumentNode };

/** Further steps, after the document of a request has been read. */
export interface PluginSteps {
  /** Never throws. */
  execute(parts: OperationParts, run: (parts: OperationParts) => Promise<AnswerResult>): Promise<EngineResult>;
  /** Never throws. Results are JSON responses. */
  subscribe(
    parts: OperationParts,
    start: (parts: OperationParts) => Promise<AsyncGenerator<string, undefined>>,
    format: (apiErrors: readonly ApiError[]) => string,
  ): Promise<Subscribed>;
}

type Subscribed =
  | { readonly results: AsyncGenerator<string, undefined> }
  /** The operation was rejected before its first result. */
  | { readonly apiErrors: readonly ApiError[] };

interface PluginRequest {
  readonly schema: GraphQLSchema;
  readonly documents: Documents;
  /** Text of the document; an error if its ID is unknown. A plugin may then supply the document. */
  readonly text: string | ApiError;
  readonly call: { readonly request: GraphqlRequest; readonly identity: Identity; readonly received?: ReceivedRequest };
}

const RUN = Symbol('run');

/** Member of the context that passes the function that runs the operation. */
interface RunContext {
  [RUN]?: (args: ExecutionArgs) => unknown;
}

/** All requests share one Envelop instance. */
export class PluginPipeline {
  readonly #observers: Observers;
  readonly #open: ReturnType<typeof envelop>;
  readonly #parsed = new WeakSet<DocumentNode>();
  #setSchema: (schema: GraphQLSchema) => void = () => undefined;
  /** Values of the current call of `read`, which is synchronous. */
  #reading: Pick<PluginRequest, 'documents' | 'text'> | undefined;

  constructor(plugins: readonly Plugin[], observers: Observers) {
    this.#observers = observers;
    this.#open = envelop({
      plugins: [
        useEngine({
          parse: (source) => this.#parse(typeof source === 'string' ? source : source.body),
          validate: (schema, document, rules) => this.#validate(schema, document, rules),
          execute: (args: ExecutionArgs) => (args.contextValue as RunContext)[RUN]?.(args) as never,
          subscribe: (args: ExecutionArgs) => (args.contextValue as RunContext)[RUN]?.(args) as never,
        }),
        {
          onPluginInit: ({ setSchema }) => {
            this.#setSchema = setSchema;
          },
        },
        ...plugins,
      ],
    });
  }

  read({ schema, documents, text, call }: PluginRequest): ParsedDocument & { readonly steps?: PluginSteps } {
    const { received } = call;
    try {
      this.#setSchema(schema);
      this.#reading = { documents, text };
      const context = createContext(call);
      const enveloped = this.#open(context);
      const document = this.#intern(enveloped.parse(text instanceof ApiError ? '' : text), documents);
      const errors: readonly unknown[] = enveloped.validate(schema, document) ?? [];
      if (errors.length > 0) {
        return { apiErrors: errors.map((error) => this.#toApiError(error, received)), invalidDocument: document };
      }
      const prepare = async (parts: OperationParts, run: (parts: OperationParts) => unknown) => {
        const contextValue: PluginContext & RunContext = await enveloped.contextFactory();
        contextValue[RUN] = (args) => run(this.#readArgs(args, parts.document, documents));
        const { document, operationName, variables } = parts;
        return { schema, document, contextValue, variableValues: variables, operationName };
      };
      return {
        document,
        steps: {
          execute: async (parts, run) => {
            let answer: AnswerResult | undefined;
            try {
              const args = await prepare(parts, async (changed) => {
                answer = await run(changed);
                return toExecutionResult(answer);
              });
              return this.#toResult(await enveloped.execute(args), answer, received);
            } catch (error) {
              return { kind: 'rejected', apiErrors: [this.#toApiError(error, received)], ...statusOf([error]) };
            }
          },
          subscribe: async (parts, start, format) => {
            const toApiError = (error: unknown): ApiError => this.#toApiError(error, received);
            try {
              const args = await prepare(parts, async (changed) => mapResults(await start(changed), toReadableResult));
              const result: unknown = await enveloped.subscribe(args);
              if (!isAsyncIterable(result)) {
                const { data, errors }: Failures & { readonly data?: unknown } = result ?? {};
                if (!isObject(data) && errors !== undefined) return { apiErrors: errors.map(toApiError) };
              }
              const source = isAsyncIterable(result) ? result[Symbol.asyncIterator]() : ([result].values() as never);
              const toText = (value: unknown): string => this.#toText(value, format, received);
              return { results: toResults(source, toText, (error) => format([toApiError(error)])) };
            } catch (error) {
              return { apiErrors: [toApiError(error)] };
            }
          },
        },
      };
    } catch (error) {
      return { apiErrors: [this.#toApiError(error, received)] };
    }
  }

  #parse(text: string): DocumentNode {
    const { documents, text: requested } = this.#reading as PluginRequest;
    try {
      if (text === '' && requested instanceof ApiError) throw requested;
      const document = documents.parse(text);
      this.#parsed.add(document);
      return document;
    } catch (error) {
      throw error instanceof ApiError ? toGraphqlError(error) : error;
    }
  }

  /** Runs the service's own rules once per document, and the rules of plugins for each request. */
  #validate(schema: GraphQLSchema, document: DocumentNode, rules: Parameters<typeof validate>[2] = []) {
    const errors = (this.#reading as PluginRequest).documents.validate(document).map(toGraphqlError);
    return errors.length > 0 || rules.length === 0 ? errors : validate(schema, document, rules);
  }

  /** Returns one object for equal documents, because caches compare documents by identity. */
  #intern(document: DocumentNode, documents: Documents): DocumentNode {
    return this.#parsed.has(document) ? document : documents.parse(print(document));
  }

  /** @throws ApiError if a plugin has replaced the document by an invalid document */
  #readArgs({ document, operationName, variableValues }: ExecutionArgs, before: DocumentNode, documents: Documents) {
    const parts: OperationParts = {
      document: this.#intern(document, documents),
      operationName: operationName ?? undefined,
      variables: variableValues ?? {},
    };
    const [apiError] = parts.document === before ? [] : documents.validate(parts.document);
    if (apiError !== undefined) throw apiError;
    return parts;
  }

  #toResult(result: unknown, answer: AnswerResult | undefined, received: ReceivedRequest | undefined): EngineResult {
    if (answer !== undefined && isUnread(result)) return answer;
    const { data, errors = [], extensions }: Partial<Record<'data' | 'extensions', unknown>> & Failures = result ?? {};
    const apiErrors = errors.map((error) => this.#toApiError(error, received));
    const more = isObject(extensions) && { extensions };
    const [first] = apiErrors;
    if (!isObject(data)) {
      if (first === undefined) throw new Error('A plugin has returned a result without data and errors.');
      if (answer?.kind === 'failed' && apiErrors.length === 1) return { kind: 'failed', apiError: first, ...more };
      return { kind: 'rejected', apiErrors, ...more, ...statusOf(errors) };
    }
    const base = answer?.kind === 'answered' ? answer : WITHOUT_CHANGES;
    return { ...base, data: stringify(data), ...more, ...(first !== undefined && { apiErrors }) };
  }

  #toText(result: unknown, format: (apiErrors: readonly ApiError[]) => string, received?: ReceivedRequest): string {
    if (isUnread(result)) return texts.get(result) ?? '';
    const { errors, ...others }: Failures = result ?? {};
    if (errors === undefined) return stringify(others);
    const apiErrors = errors.map((error) => this.#toApiError(error, received));
    return Object.keys(others).length === 0
      ? format(apiErrors)
      : stringify({ ...(JSON.parse(format(apiErrors)) as object), ...others });
  }

  /** Masks all errors except ApiError and GraphQLError: clients receive only the id of the log entry. */
  #toApiError(error: unknown, received: ReceivedRequest = UNKNOWN_REQUEST): ApiError {
    const original = error instanceof GraphQLError && error.originalError ? error.originalError : error;
    if (original instanceof ApiError) return original;
    if (isGraphqlError(original)) return fromGraphqlError(original);
    return maskError(original, received, this.#observers.observe);
  }
}

interface Failures {
  readonly errors?: readonly unknown[];
}

const UNKNOWN_REQUEST: ReceivedRequest = { method: 'POST', url: '' };

const WITHOUT_CHANGES: Omit<SuccessfulAnswer, 'data'> = {
  kind: 'answered',
  metadata: {},
  entities: [],
  changes: new Map(),
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Keeps all digits of numbers. */
const stringify = (value: object): string =>
  JSON.stringify(value, (_key, member: unknown) => (typeof member === 'bigint' ? rawJson(String(member)) : member));

function createContext({ request: params, identity: { role, claims }, received }: PluginRequest['call']) {
  const { method, url, id, headers = {}, clientAddress: address = received?.ip } = received ?? {};
  const request = {
    method: method ?? '',
    url: url ?? '',
    headers,
    ...(id !== undefined && { id }),
    ...(address !== undefined && { address }),
  };
  return { role, claims, params, ...(received !== undefined && { request }) } satisfies PluginContext;
}

/** JSON of each result whose members no plugin has read. */
const texts = new WeakMap<object, string>();

const isUnread = (result: unknown): result is object =>
  isObject(result) && texts.has(result) && Object.keys(result).length === namesIn(texts.get(result)).length;

const namesIn = (text = ''): readonly string[] =>
  text.startsWith('{"data":') ? ['data'] : ['data', 'errors', 'extensions'];

/** Returns a result that is parsed when a plugin first reads or replaces a member. */
function toReadableResult(text: string): object {
  let parsed: Record<string, unknown> | undefined;
  const result = {};
  const read = (): Record<string, unknown> => {
    texts.delete(result);
    parsed ??= parseJson(text) as Record<string, unknown>;
    return parsed;
  };
  for (const name of namesIn(text)) {
    Object.defineProperty(result, name, {
      enumerable: true,
      configurable: true,
      get: () => read()[name],
      set: (value: unknown) => {
        read()[name] = value;
      },
    });
  }
  texts.set(result, text);
  return result;
}

function toExecutionResult(answer: AnswerResult): object {
  if (answer.kind === 'answered') return toReadableResult(`{"data":${answer.data}}`);
  if (answer.kind === 'rejected') return { errors: answer.apiErrors.map(toGraphqlError) };
  const { apiError } = answer;
  return { errors: [toGraphqlError(apiError)], data: null };
}

const DONE = { done: true, value: undefined } as const;

/** Converts results. An error is the last result. */
function toResults(
  source: AsyncIterator<unknown>,
  toText: (result: unknown) => string,
  formatError: (error: unknown) => string,
): AsyncGenerator<string, undefined> {
  let hasEnded = false;
  const end = async (): Promise<typeof DONE> => {
    hasEnded = true;
    await source.return?.();
    return DONE;
  };
  const results: AsyncGenerator<string, undefined> = {
    next: async () => {
      if (hasEnded) return DONE;
      try {
        const result = await source.next();
        return result.done === true ? DONE : { done: false, value: toText(result.value) };
      } catch (error) {
        await end();
        return { done: false, value: formatError(error) };
      }
    },
    return: end,
    throw: async (error) => {
      await end();
      throw error;
    },
    [Symbol.asyncIterator]: () => results,
    [Symbol.asyncDispose]: async () => void (await end()),
  };
  return results;
}
