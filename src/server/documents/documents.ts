import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  KnownTypeNamesRule,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { Refusal } from '../../base/errors.ts';
import { shorten } from '../../base/shorten.ts';
import type { Limits } from '../../config/config.ts';
import { knownOperationsRule } from './known-operations-rule.ts';
import { knownTypeNamesRule } from './known-type-names-rule.ts';
import { limitRules } from './limit-rules.ts';
import { refuseInvalid } from './refuse-invalid.ts';

/** Parses and validates documents, each text once for as long as it stays in memory. */
export interface Documents {
  /** @throws Refusal BadRequest with the place of a syntax error, LimitExceeded beyond the token limit */
  parse(text: string): DocumentNode;
  /** Every mistake in a document that `parse` gave; empty when it is valid. */
  validate(document: DocumentNode): readonly Refusal[];
}

export interface DocumentOptions {
  readonly schema: GraphQLSchema;
  readonly introspection: boolean;
  /** Bytes that all parsed documents may take together, about. */
  readonly cacheBytes: number;
  readonly limits: Limits;
}

/** Bytes of memory that a parsed document takes for each character of its text: 90 were measured, 165 for the densest text. */
const BYTES_PER_CHARACTER = 165;

/** Documents of one schema, with a cache of their own. */
export function createDocuments({ schema, introspection, cacheBytes, limits }: DocumentOptions): Documents {
  const parsed = new LRUCache<string, DocumentNode>({
    maxSize: cacheBytes,
    maxEntrySize: Math.ceil(cacheBytes / 16),
    sizeCalculation: (_document, text) => 1 + text.length * BYTES_PER_CHARACTER,
  });
  const verdicts = new WeakMap<DocumentNode, readonly Refusal[]>();
  const bounds = limitRules(limits);
  const rules: readonly ValidationRule[] = [
    ...specifiedRules.map((rule) => (rule === KnownTypeNamesRule ? knownTypeNamesRule : rule)),
    knownOperationsRule,
    ...(introspection ? [] : [NoSchemaIntrospectionCustomRule]),
  ];

  return {
    parse(text) {
      const known = parsed.get(text);
      if (known !== undefined) return known;
      const document = parseDocument(text, limits.tokens);
      parsed.set(text, document);
      return document;
    },
    validate(document) {
      const known = verdicts.get(document);
      if (known !== undefined) return known;
      // Suggestions would tell the names that a closed introspection keeps back.
      const options = { hideSuggestions: !introspection };
      // Bounds come first: a document beyond them is not worth the work of the other rules.
      const beyond = validate(schema, document, bounds, options);
      const errors = beyond.length > 0 ? beyond : validate(schema, document, rules, options);
      const verdict = errors.map((error) => refuseInvalid(error, { schema, introspection }));
      verdicts.set(document, verdict);
      return verdict;
    },
  };
}

function parseDocument(text: string, maxTokens: number): DocumentNode {
  try {
    return parse(text, { maxTokens });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    if (error.message.includes('Parsing aborted')) {
      const message = `The document has more than ${maxTokens} tokens: ask for less at a time, or use variables.`;
      throw new Refusal('LimitExceeded', message, { details: { limit: 'tokens', max: maxTokens } });
    }
    const message = `${shorten(error.message)}${adviseOnSyntax(error, text)}`;
    throw new Refusal('BadRequest', message, { details: { locations: error.locations } });
  }
}

/** Returns an example where a document or a selection is empty. */
function adviseOnSyntax({ message, positions: [at = 0] = [] }: GraphQLError, text: string): string {
  if (message === 'Syntax Error: Unexpected <EOF>.') {
    return ' The document is empty: write an operation, such as "{ __typename }".';
  }
  const isEmptySelection = message === 'Syntax Error: Expected Name, found "}".' && /\{[\s,]*$/.test(text.slice(0, at));
  return isEmptySelection ? ' The selection is empty: name a field in it, as in "{ __typename }".' : '';
}

/** A valid document, or all that is wrong with it. */
export type ReadDocument = { readonly document: DocumentNode } | { readonly refusals: readonly Refusal[] };

/** Parses and validates a document, for which neither variables nor an identity are needed. */
export function readDocument(documents: Documents, query: string): ReadDocument {
  try {
    const document = documents.parse(query);
    const refusals = documents.validate(document);
    return refusals.length > 0 ? { refusals } : { document };
  } catch (error) {
    if (error instanceof Refusal) return { refusals: [error] };
    throw error;
  }
}
