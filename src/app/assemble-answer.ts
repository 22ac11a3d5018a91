import { invariant } from '../base/invariant.ts';
import type { Script, ScriptRoot } from '../store/script.ts';

/** The JSON text of `data`, glued from what the database wrote; nothing of it is parsed. */
export function assembleAnswer(
  script: Script,
  values: readonly (string | null)[],
  introspected: Readonly<Record<string, unknown>>,
): string {
  const members = script.roots.map((root) => `"${root.key}":${rootText(root, values, introspected)}`);
  return `{${members.join(',')}}`;
}

function rootText(
  root: ScriptRoot,
  values: readonly (string | null)[],
  introspected: Readonly<Record<string, unknown>>,
): string {
  if (root.kind === 'constant') return root.json;
  if (root.kind === 'introspection') return JSON.stringify(introspected[root.key]) ?? 'null';
  const value = values[root.index];
  invariant(value !== undefined, 'the statement gives a value for each root');
  return value ?? 'null';
}
