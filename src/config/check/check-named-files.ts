import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { isDeepStrictEqual } from 'node:util';
import { createLocalJWKSet } from 'jose';
import type { ConfigPath, Problem } from '../../base/problem.ts';
import { isUrl } from '../build/build-authentication.ts';
import type { DatabaseType } from '../config.ts';
import { readConnection } from '../connection/read-connection.ts';
import { SCHEMES } from '../connection/read-url.ts';
import { errorAt } from '../document/problem-at.ts';
import type { FilePart } from '../document/read-files.ts';
import { type Environment, replaceEnvironment } from '../document/replace-environment.ts';
import { isRecord } from '../document/tree.ts';
import { readManifest } from '../read-manifest.ts';
import type { ConfigFile, Draft, GraphqlFile, RuntimeFile } from '../schema/config-schema.ts';
import { issuersOf } from './check-authentication.ts';

export function checkFileReferences(file: Draft<ConfigFile>, folder: string): Problem[] {
  return fileReferences(file).flatMap(({ path, name }) =>
    name === undefined || existsSync(resolve(folder, name))
      ? []
      : [errorAt(path, `File not found: ${resolve(folder, name)}.`)],
  );
}

interface FileReference {
  readonly path: ConfigPath;
  readonly name: string | undefined;
}

function fileReferences({ 'data-source': source = {}, runtime = {} }: Draft<ConfigFile>): readonly FileReference[] {
  const { embedded, tls = {}, 'database-type': type, 'connection-string': text } = source;
  const tlsOptions = type === undefined || text === undefined ? {} : readConnection(text, type).options.tls;
  const issuers = issuersOf(runtime.host?.authentication);
  return [
    ...[embedded?.seed ?? []].flat().map((name, index) => {
      const path = ['data-source', 'embedded', 'seed'];
      return { path: typeof embedded?.seed === 'string' ? path : [...path, index], name };
    }),
    ...(['ca', 'cert', 'key'] as const).flatMap((key) => [
      { path: ['data-source', 'tls', key], name: tls[key] },
      { path: ['data-source', 'connection-string'], name: tlsOptions[key] },
    ]),
    ...(['cert', 'key'] as const).map((key) => ({
      path: ['runtime', 'host', 'tls', key],
      name: runtime.host?.tls?.[key],
    })),
    ...issuers.flatMap(({ path, written: { jwks } }) =>
      jwks === undefined || isUrl(jwks) ? [] : [{ path: [...path, 'jwks'], name: jwks }],
    ),
    ...manifestsOf(runtime.graphql),
    ...pluginsOf(runtime.graphql),
  ];
}

const GRAPHQL = ['runtime', 'graphql'];

export const graphqlKeys = (graphql: Draft<RuntimeFile>['graphql']): Draft<GraphqlFile> =>
  isRecord(graphql) ? graphql : {};

function manifestsOf(written: Draft<RuntimeFile>['graphql']): readonly { path: ConfigPath; name: string }[] {
  const documents = graphqlKeys(written)['persisted-documents'];
  const manifest: unknown = isRecord(documents) ? documents.manifest : undefined;
  const path = [...GRAPHQL, 'persisted-documents', 'manifest'];
  return [manifest]
    .flat()
    .flatMap((name: unknown, index) =>
      typeof name === 'string' ? [{ path: Array.isArray(manifest) ? [...path, index] : path, name }] : [],
    );
}

function pluginsOf(written: Draft<RuntimeFile>['graphql']): readonly FileReference[] {
  const { plugins } = graphqlKeys(written);
  return Array.isArray(plugins) ? plugins.map((name, index) => ({ path: [...GRAPHQL, 'plugins', index], name })) : [];
}

/** Returns the files whose changes reload the configuration that names them: manifests and plugins. */
export function findReloadedFiles({ file, document: { value } }: FilePart): readonly string[] {
  const { runtime }: Draft<ConfigFile> = isRecord(value) ? value : {};
  if (!isRecord(runtime)) return [];
  return [...manifestsOf(runtime.graphql), ...pluginsOf(runtime.graphql)].flatMap(({ name }) =>
    typeof name === 'string' ? [resolve(dirname(file), name)] : [],
  );
}

const HOST = ['runtime', 'host'];

/** Reports existing files with unusable certificates, keys, or persisted documents. */
export function checkKeyFiles({ runtime }: Draft<ConfigFile>, folder: string): Problem[] {
  const { tls, authentication } = runtime?.host ?? {};
  const place = (name: string): string => resolve(folder, name);
  return [
    ...checkCertificate(tls?.cert && place(tls.cert), tls?.key && place(tls.key), tls?.passphrase),
    ...issuersOf(authentication).flatMap(({ path, written: { jwks } }) =>
      jwks === undefined || isUrl(jwks) || !existsSync(place(jwks)) || isKeySet(place(jwks))
        ? []
        : [errorAt([...path, 'jwks'], 'The file is not a JSON Web Key Set.', { expected: '{ "keys": [ … ] }' })],
    ),
    ...checkManifests(runtime, folder),
  ];
}

function checkCertificate(cert: string | undefined, key: string | undefined, passphrase?: string): Problem[] {
  if (cert === undefined || key === undefined || !existsSync(cert) || !existsSync(key)) return [];
  try {
    createSecureContext({
      cert: readFileSync(cert),
      key: readFileSync(key),
      ...(passphrase !== undefined && { passphrase }),
    });
    return [];
  } catch (error) {
    // OpenSSL puts the reason last: "error:05800074:x509 certificate routines::key values mismatch".
    const reason = (error as Error).message.split('::').at(-1);
    const message = `Invalid certificate or key: ${reason}.`;
    return [
      errorAt([...HOST, 'tls'], message, { expected: 'PEM files of a certificate and its key, and the passphrase' }),
    ];
  }
}

function checkManifests(runtime: Draft<RuntimeFile> | undefined, folder: string): Problem[] {
  const documents = new Map<string, string>();
  return manifestsOf(runtime?.graphql).flatMap(({ path, name }) => {
    const file = resolve(folder, name);
    if (!existsSync(file)) return [];
    try {
      readManifest(file, documents);
      return [];
    } catch (error) {
      return [errorAt(path, (error as Error).message)];
    }
  });
}

function isKeySet(file: string): boolean {
  try {
    createLocalJWKSet(JSON.parse(readFileSync(file, 'utf8')));
    return true;
  } catch {
    return false;
  }
}

export function checkOneDatabase(parts: readonly FilePart[], env: Environment): Problem[] {
  const [first, ...others] = parts.flatMap(({ file, reference, document: { value } }) =>
    isRecord(value) && 'data-source' in value
      ? [{ file, reference, database: databaseOf(replaceEnvironment(value['data-source'], env).value) }]
      : [],
  );
  return others.flatMap(({ file, reference, database }) =>
    isDeepStrictEqual(database, first?.database)
      ? []
      : [
          errorAt(
            reference,
            `${basename(file)} uses another database than ${basename(first?.file ?? '')}. Run a separate instance for it.`,
          ),
        ],
  );
}

function databaseOf(source: unknown): unknown {
  if (!isRecord(source)) return source;
  const { 'database-type': written, 'connection-string': text } = source;
  const type = typeof written === 'string' ? written.toLowerCase() : '';
  if (typeof text !== 'string' || !isDatabaseType(type)) return source;
  return { type, url: readConnection(text, type).url };
}

const isDatabaseType = (type: string): type is DatabaseType => Object.hasOwn(SCHEMES, type);
