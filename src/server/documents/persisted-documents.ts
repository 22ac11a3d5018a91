import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { GraphQLSchema, SourceLocation } from 'graphql';
import { LRUCache } from 'lru-cache';
import { ApiError, throwApiError } from '../../base/errors.ts';
import type { Problem } from '../../base/problem.ts';
import { truncateMiddle } from '../../base/truncate-middle.ts';
import type { Config } from '../../config/config.ts';
import type { PersistedDocumentSettings } from '../../config/graphql-settings.ts';
import { readManifest } from '../../config/read-manifest.ts';
import { createDocuments, readDocument } from './documents.ts';

/** The members of a request that select its document. */
export interface DocumentSelection {
  readonly query: string | undefined;
  /** https://graphql.github.io/graphql-over-http/draft/#sec-Persisted-Documents */
  readonly documentId: string | undefined;
  readonly extensions: Readonly<Record<string, unknown>>;
}

export interface SelectedDocument {
  readonly text: string;
  /** Stores an automatically persisted document. Call it only for a valid document, to save memory. */
  readonly register?: () => void;
  readonly apiErrors?: undefined;
}

export interface RejectedSelection {
  readonly apiErrors: readonly ApiError[];
  readonly text?: undefined;
  readonly register?: undefined;
}

export interface PersistedDocuments {
  /**
   * Returns the document of a request.
   * @param isTrusted true if the document need not be in a manifest
   * @throws ApiError Forbidden if the document must be in a manifest and is not
   */
  select(selection: DocumentSelection, isTrusted: boolean): SelectedDocument | RejectedSelection;
}

/** Bytes of a UTF-16 code unit. */
const BYTES_PER_CHARACTER = 2;

const ONLY_PERSISTED =
  'Only persisted documents are allowed. Send the ID of a document in the manifest instead of "query", as in {"documentId": "<id>"}.';

/**
 * Reads the manifests.
 * @param cacheBytes approximate memory of automatically persisted documents
 */
export function createPersistedDocuments(
  settings: PersistedDocumentSettings | undefined,
  cacheBytes: number,
): PersistedDocuments {
  if (settings === undefined) return { select: selectText };
  const manifest = new Map<string, string>();
  for (const file of settings.manifests) readManifest(file, manifest);
  const byHash = new Map([...manifest.values()].map((text) => [hashOf(text), text]));
  const texts = new Set(manifest.values());
  const automatic = new LRUCache<string, string>({
    maxSize: Math.max(1, cacheBytes),
    maxEntrySize: Math.ceil(cacheBytes / 16),
    sizeCalculation: (text, hash) => (text.length + hash.length) * BYTES_PER_CHARACTER,
  });
  const findByHash = (hash: string): string | undefined => byHash.get(hash) ?? automatic.get(hash);
  const find = (id: string): string | undefined =>
    manifest.get(id) ?? (id.startsWith(HASH_PREFIX) ? findByHash(id.slice(HASH_PREFIX.length)) : undefined);
  return {
    select({ query, documentId, extensions }, isTrusted) {
      if (query === undefined) {
        const { hash = '', apiErrors } = readHash(extensions);
        if (apiErrors !== undefined) return { apiErrors };
        // Look up IDs first, because Apollo Client sends a manifest ID in `sha256Hash`.
        const text = documentId === undefined ? (find(hash) ?? findByHash(hash)) : find(documentId);
        return text === undefined ? rejectUnknown(documentId) : { text };
      }
      if (documentId !== undefined) return reject(EXCLUSIVE);
      if (settings.only && !isTrusted && !texts.has(query)) throwApiError('Forbidden', ONLY_PERSISTED);
      if (!settings.automatic) return { text: query };
      const { hash, apiErrors } = readHash(extensions);
      if (apiErrors !== undefined) return { apiErrors };
      // The hash of a stored document has already been checked.
      if (hash === undefined || automatic.get(hash) === query) return { text: query };
      if (hashOf(query) !== hash) return reject(MISMATCH);
      return { text: query, register: () => void automatic.set(hash, query) };
    },
  };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const HASH_PREFIX = 'sha256:';

const EXCLUSIVE = '"query" and "documentId" exclude each other. Send one of them.';

const MISMATCH =
  '"sha256Hash" differs from the SHA-256 hash of "query". Send the hash of the exact text, in hexadecimal.';

const MALFORMED = '"extensions.persistedQuery" must be { "version": 1, "sha256Hash": "<hash>" }.';

const DISABLED = 'Persisted documents are not enabled. Send the document in "query", without "documentId".';

const reject = (message: string, protocolCode?: string): RejectedSelection => ({
  apiErrors: [new ApiError('BadRequest', message, { protocolCode })],
});

function selectText({ query, documentId }: DocumentSelection): SelectedDocument | RejectedSelection {
  if (query !== undefined) return documentId === undefined ? { text: query } : reject(EXCLUSIVE);
  // Clients of Apollo's protocol compare the message.
  return reject(documentId === undefined ? 'PersistedQueryNotSupported' : DISABLED, 'PERSISTED_QUERY_NOT_SUPPORTED');
}

const rejectUnknown = (documentId: string | undefined): RejectedSelection =>
  reject(
    documentId === undefined ? 'PersistedQueryNotFound' : `Unknown document ID "${truncateMiddle(documentId)}".`,
    'PERSISTED_QUERY_NOT_FOUND',
  );

interface PersistedQuery {
  readonly version?: unknown;
  readonly sha256Hash?: unknown;
}

/** Returns the hash of Apollo's protocol: https://github.com/apollographql/apollo-link-persisted-queries#protocol */
function readHash({ persistedQuery }: DocumentSelection['extensions']): {
  hash?: string;
  apiErrors?: RejectedSelection['apiErrors'];
} {
  if (persistedQuery === undefined || persistedQuery === null) return {};
  const { version, sha256Hash }: PersistedQuery = persistedQuery;
  return version === 1 && typeof sha256Hash === 'string' ? { hash: sha256Hash } : reject(MALFORMED);
}

const MANIFEST = ['runtime', 'graphql', 'persisted-documents', 'manifest'];

/**
 * Reads the manifests, and returns a function that validates their documents against the schema of all roles. The
 * function returns a problem for each invalid document. A client that requests an invalid document receives its errors.
 */
export function createManifestCheck({
  runtime: { graphql, limits },
}: Config): (schema: GraphQLSchema, severity: Problem['severity']) => readonly Problem[] {
  const { introspection, enabled, persistedDocuments: { manifests } = { manifests: [] } } = graphql;
  const files = (enabled ? manifests : []).map((file, index) => {
    const texts = new Map<string, string>();
    readManifest(file, texts);
    return { name: basename(file), texts, path: manifests.length > 1 ? [...MANIFEST, index] : MANIFEST };
  });
  if (files.length === 0) return () => [];
  return (schema, severity) => {
    const documents = createDocuments({ schema, introspection, suggest: true, limits, cacheBytes: 1 });
    return files.flatMap(({ name, texts, path }) =>
      [...texts].flatMap(([id, text]): readonly Problem[] => {
        const result = readDocument(documents, text);
        if ('document' in result) return [];
        const errors = result.apiErrors.slice(0, MAX_ERRORS).map(describeInvalid).join(' ');
        return [{ path, message: `Document "${id}" of ${name} is invalid. ${errors}`, severity }];
      }),
    );
  };
}

const MAX_ERRORS = 3;

interface Located {
  readonly locations?: readonly SourceLocation[];
}

function describeInvalid({ message, details }: ApiError): string {
  const { locations: [place] = [] }: Located = details ?? {};
  return place === undefined ? message : `${place.line}:${place.column}: ${message}`;
}
