import type { AuthenticationFile, Draft, JwtFile } from '../config-file.ts';
import type { Path } from '../document/tree.ts';

const PATH: Path = ['runtime', 'host', 'authentication', 'jwt'];

/** The issuers of `jwt`, one or a list, each with its place in the file. */
export function issuersOf({ jwt }: Draft<AuthenticationFile> = {}): readonly {
  readonly path: Path;
  readonly written: Draft<JwtFile>;
}[] {
  if (jwt === undefined) return [];
  if (!Array.isArray(jwt)) return [{ path: PATH, written: jwt as Draft<JwtFile> }];
  return jwt.flatMap((written: Draft<JwtFile> | undefined, index) =>
    written === undefined ? [] : [{ path: [...PATH, index], written }],
  );
}
