import type { ConfigFile } from '../config-file.ts';

/** Gives each role one spelling: where case does not count, the one that the file has first; system roles are in lower case. */
export function buildRoles(file: ConfigFile, inAnyCase: boolean): (role: string) => string {
  if (!inAnyCase) return (role) => role;
  const written = Object.values(file.entities).flatMap(({ permissions = [] }) => permissions.map(({ role }) => role));
  const first = new Map(
    ['anonymous', 'authenticated', ...written].toReversed().map((role) => [role.toLowerCase(), role]),
  );
  return (role) => first.get(role.toLowerCase()) ?? role;
}
