import {
  type DocumentNode,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import type { Identity } from '../base/identity.ts';
import { parseJson } from '../base/json.ts';
import type { Application } from './application.ts';

/** What an execution by graphql-js needs as its context value. */
export interface ResolverContext {
  readonly identity: Identity;
  /** As the client sent them. */
  readonly variables: Readonly<Record<string, unknown>>;
}

type Answered = Readonly<Record<string, unknown>>;

/**
 * Gives the schema resolvers, so that graphql-js, or a program that embeds the schema, can execute it. The first root field asks for the
 * whole operation; its siblings await the same answer; all fields below read it by response key.
 */
export function attachResolvers(schema: GraphQLSchema, answer: Application['answer']): void {
  // By execution, never by document: documents are shared between users.
  const running = new WeakMap<object, Promise<Answered>>();
  const documents = new WeakMap<OperationDefinitionNode, DocumentNode>();
  const whole = (context: ResolverContext, info: GraphQLResolveInfo): Promise<Answered> => {
    const known = running.get(info.variableValues) ?? ask(answer, context, documentOf(info, documents));
    running.set(info.variableValues, known);
    return known;
  };
  const roots = new Set<unknown>([schema.getQueryType(), schema.getMutationType()]);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      field.resolve = roots.has(type)
        ? async (_source, _arguments, context: ResolverContext, info) => (await whole(context, info))[info.path.key]
        : (source: Answered, _arguments, _context, info) => source[info.path.key];
    }
  }
}

async function ask(
  answer: Application['answer'],
  { identity, variables }: ResolverContext,
  document: DocumentNode,
): Promise<Answered> {
  const result = await answer({ document, operationName: undefined, variables, identity });
  if (result.kind === 'answered') return parseJson(result.data) as Answered;
  throw result.kind === 'failed' ? result.refusal : (result.refusals[0] ?? new Error('Refused without a reason'));
}

/** A document of only the running operation and its fragments. Equal operations get the same object, so that they are compiled once. */
function documentOf(
  { operation, fragments }: GraphQLResolveInfo,
  documents: WeakMap<OperationDefinitionNode, DocumentNode>,
): DocumentNode {
  const known: DocumentNode = documents.get(operation) ?? {
    kind: Kind.DOCUMENT,
    definitions: [operation, ...Object.values(fragments)],
  };
  documents.set(operation, known);
  return known;
}
