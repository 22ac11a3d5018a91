import { print } from 'graphql';
import type { Coverage } from '../generate/coverage.ts';
import type { CursorSet } from '../generate/generation.ts';
import { makeOperation } from '../generate/make-operation.ts';
import type { Random } from '../generate/random.ts';
import type { Shape } from '../generate/shape.ts';
import { writeVariables } from '../generate/variables.ts';
import type { Store } from '../naive/store.ts';
import type { TestRequest } from './test-request.ts';

/** Usable names, and rows for values. */
export interface GraphqlParts {
  readonly shape: Shape;
  readonly store: Store;
  readonly cursorSets: readonly CursorSet[];
  readonly coverage: Coverage;
}

/** Generates a random operation, sent by POST or GET. */
export function makeGraphql(random: Random, parts: GraphqlParts, kind: string): TestRequest {
  const { document, variables } = makeOperation({ random, ...parts });
  return writeGraphql(random, { document: print(document), variables: writeVariables(variables) }, kind);
}

/**
 * Converts an operation to a request.
 * @param variables JSON text
 */
export function writeGraphql(
  random: Random,
  { document, variables }: { readonly document: string; readonly variables: string },
  kind: string,
): TestRequest {
  const accept = random.chance(0.7) ? 'application/graphql-response+json' : 'application/json';
  const query = `query=${encodeURIComponent(document)}&variables=${encodeURIComponent(variables)}`;
  if (random.chance(0.3) && query.length < LONGEST_URL) {
    return { features: [kind, 'graphql get'], method: 'GET', url: `/graphql?${query}`, headers: { accept } };
  }
  const body = `{"query":${JSON.stringify(document)},"variables":${variables}}`;
  const headers = { accept, 'content-type': 'application/json' };
  return { features: [kind, 'graphql post'], method: 'POST', url: '/graphql', headers, body };
}

const LONGEST_URL = 6000;
