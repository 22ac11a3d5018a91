import { type ExecutionArgs, type ExecutionResult, envelop, type Plugin, useEngine, useSchema } from '@envelop/core';
import { getOperationAST, OperationTypeNode } from 'graphql';
import type { AnswerResult, Application } from '../../app/application.ts';
import { refuse } from '../../base/errors.ts';
import { remakeFor } from '../../base/remake-for.ts';
import type { Stages } from '../../base/stages.ts';
import type { Identity } from '../../model/identity.ts';
import { createDocuments, readDocument } from '../documents/documents.ts';
import type { GraphqlRequest } from './read-request.ts';

/** One request on its way through Envelop. */
export interface EngineCall {
  readonly request: GraphqlRequest;
  readonly identity: Identity;
  readonly stages: Stages;
  /** See `AnswerRequest`. */
  readonly deadline: number;
  /** False for requests that must change nothing. */
  readonly mayMutate: boolean;
}

/** @throws Refusal OperationNotOffered for a mutation where there may be none */
export type Engine = (call: EngineCall) => Promise<AnswerResult>;

type EngineContext = Pick<EngineCall, 'identity' | 'stages' | 'deadline'>;

/** What our execute function gives back through Envelop: rows stay text, which an ordinary result cannot hold. */
interface AnsweredExecution extends ExecutionResult {
  readonly answer: AnswerResult;
}

/** Parsed documents get a share of what the operations compiled from them may take. */
const DOCUMENT_SHARE = 0.25;

/** Envelop over an application: parse and validate from memory, execute by the application's `answer`. */
export function createEngine(application: Application, plugins: readonly Plugin[] = []): Engine {
  // Anew where the database's catalog was read again.
  const engine = remakeFor(
    () => application.schema,
    () => engineOf(application, plugins),
  );
  return (call) => engine()(call);
}

function engineOf(application: Application, plugins: readonly Plugin[]): Engine {
  const { schema, config } = application;
  const documents = createDocuments({
    limits: config.runtime.limits,
    schema,
    introspection: config.runtime.graphql.introspection,
    cacheBytes: Math.max(1, Math.floor(config.runtime.operationCache * DOCUMENT_SHARE)),
  });
  const getEnveloped = envelop({
    plugins: [
      useSchema(schema),
      useEngine({
        parse: documents.parse,
        validate: (_schema, document, rules) => documents.validate(document, rules),
        execute: async (args: ExecutionArgs): Promise<AnsweredExecution> => {
          const { document, operationName, variableValues: variables } = args;
          const { identity, stages, deadline }: EngineContext = args.contextValue;
          const asked = { schema, document, operationName, variables, identity, stages, deadline };
          return { answer: await application.answer(asked) };
        },
      }),
      ...plugins,
    ],
  });

  return async ({ request, identity, stages, deadline, mayMutate }) => {
    const { parse, validate, execute, contextFactory } = getEnveloped({
      identity,
      stages,
      deadline,
    } satisfies EngineContext);
    const { query, variables, operationName } = request;
    const read = readDocument({ parse, validate: (document) => validate(schema, document) }, query);
    stages.mark('document');
    if ('refusals' in read) return { kind: 'refused', refusals: read.refusals };
    const { document } = read;
    const operation = getOperationAST(document, operationName);
    if (operation?.operation === OperationTypeNode.MUTATION && !mayMutate) refuseMutation();
    const result: AnsweredExecution = await execute({
      schema,
      document,
      contextValue: await contextFactory(),
      variableValues: variables,
      operationName,
    });
    return result.answer;
  };
}

function refuseMutation(): never {
  refuse('OperationNotOffered', 'A GET changes nothing: send mutations as POST.', { allow: ['POST'] });
}
