import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ConfigPath, Problem } from '../../base/problem.ts';
import { isUrl } from '../build/build-authentication.ts';
import type { ConfigFile, Draft } from '../config-file.ts';
import { readConnection } from '../connection/read-connection.ts';
import { errorAt } from '../document/problem-at.ts';
import { issuersOf } from './issuers-of.ts';

/** The files that the configuration names exist. @param folder of the configuration */
export function checkNamedFiles(file: Draft<ConfigFile>, folder: string): Problem[] {
  return namedFiles(file).flatMap(({ path, name }) =>
    name === undefined || existsSync(resolve(folder, name))
      ? []
      : [errorAt(path, `There is no file ${resolve(folder, name)}.`)],
  );
}

interface Named {
  readonly path: ConfigPath;
  readonly name: string | undefined;
}

function namedFiles({ 'data-source': source = {}, runtime = {} }: Draft<ConfigFile>): readonly Named[] {
  const { embedded, tls = {}, 'database-type': type, 'connection-string': text } = source;
  const said = type === undefined || text === undefined ? {} : readConnection(text, type).options.tls;
  const issuers = issuersOf(runtime.host?.authentication);
  return [
    ...[embedded?.seed ?? []].flat().map((name, index) => {
      const path = ['data-source', 'embedded', 'seed'];
      return { path: typeof embedded?.seed === 'string' ? path : [...path, index], name };
    }),
    ...(['ca', 'cert', 'key'] as const).flatMap((key) => [
      { path: ['data-source', 'tls', key], name: tls[key] },
      { path: ['data-source', 'connection-string'], name: said[key] },
    ]),
    ...(['cert', 'key'] as const).map((key) => ({
      path: ['runtime', 'host', 'tls', key],
      name: runtime.host?.tls?.[key],
    })),
    ...issuers.flatMap(({ path, written: { jwks } }) =>
      jwks === undefined || isUrl(jwks) ? [] : [{ path: [...path, 'jwks'], name: jwks }],
    ),
  ];
}
