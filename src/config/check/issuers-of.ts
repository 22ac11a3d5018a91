import type { ConfigPath } from '../../base/problem.ts';
import type { AuthenticationFile, Draft, JwtFile } from '../config-file.ts';

const PATH: ConfigPath = ['runtime', 'host', 'authentication', 'jwt'];

/** The issuers of `jwt`, one or a list, each with its place in the file. */
export function issuersOf({ jwt }: Draft<AuthenticationFile> = {}): readonly {
  readonly path: ConfigPath;
  readonly written: Draft<JwtFile>;
}[] {
  if (jwt === undefined) return [];
  if (!Array.isArray(jwt)) return [{ path: PATH, written: jwt as Draft<JwtFile> }];
  return jwt.flatMap((written: Draft<JwtFile> | undefined, index) =>
    written === undefined ? [] : [{ path: [...PATH, index], written }],
  );
}
