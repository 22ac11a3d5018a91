import type { Plan } from '../plan/shape/plan.ts';
import type { ScriptRoot } from '../store/script.ts';
import { compileConnection } from './compile-connection.ts';
import { compileRows, compileSelection } from './compile-rows.ts';
import type { Compiling } from './compiling.ts';
import type { ApartRoot } from './query.ts';

/** A root that is read, and where its facts are found behind its value. */
export interface CompiledApart {
  readonly query: ApartRoot;
  readonly root: ScriptRoot;
}

/** The only root of a plan, where facts of it stand apart; undefined where none do. */
export function compileApart({ roots: [root] }: Plan, compiling: Compiling): CompiledApart | undefined {
  if (root?.kind === 'one' && root.apart !== undefined && root.apart.length > 0) {
    const query = compileRows(root.rows, undefined, compiling);
    const apart = compileSelection(root.apart, query.source.alias, compiling);
    return { query: { kind: 'one', query, apart }, root: valueRoot(root.key, apart) };
  }
  if (root?.kind === 'connection' && root.apart) {
    const query = compileConnection(root.connection, undefined, compiling);
    const [, ...facts] = query.facts;
    return { query: { kind: 'connection', query }, root: valueRoot(root.key, facts) };
  }
  return undefined;
}

const valueRoot = (key: string, apart: readonly { readonly key: string }[]): ScriptRoot => ({
  kind: 'value',
  key,
  index: 0,
  apart: apart.map((fact) => fact.key),
});
