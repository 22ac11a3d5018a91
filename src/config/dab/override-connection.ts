import type { Environment } from '../document/replace-environment.ts';
import { isRecord } from '../document/tree.ts';

const VARIABLE = 'DAB_CONNSTRING';

/** The configuration with the connection string of the environment, where there is one and no embedded server is asked for. */
export function overrideConnection(root: unknown, env: Environment): unknown {
  if (!env[VARIABLE] || !isRecord(root)) return root;
  const source = root['data-source'];
  if (!isRecord(source) || 'embedded' in source) return root;
  // A reference to the variable: so problems show its name and never its value.
  return { ...root, 'data-source': { ...source, 'connection-string': `@env('${VARIABLE}')` } };
}
