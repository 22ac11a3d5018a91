import type { Plan } from '../plan/shape/plan.ts';
import type { ScriptRoot } from '../store/script.ts';
import { compileConnection } from './compile-connection.ts';
import { compileRows, compileSelection } from './compile-rows.ts';
import type { Compiling } from './compiling.ts';
import type { ApartRoot } from './query.ts';

/** The query of a root, and how its result is read: the value comes first, its facts follow. */
export interface CompiledApart {
  readonly query: ApartRoot;
  readonly root: ScriptRoot;
}

/** Compiles the only root of a plan whose facts stand apart; undefined where no facts stand apart. */
export function compileApart({ roots: [root] }: Plan, compiling: Compiling): CompiledApart | undefined {
  if (root?.kind === 'one' && root.apart !== undefined && root.apart.length > 0) {
    const query = compileRows(root.rows, undefined, compiling);
    const apart = compileSelection(root.apart, query.source.alias, compiling);
    return { query: { kind: 'one', query, apart }, root: valueRoot(root.key, apart) };
  }
  if (root?.kind === 'connection' && root.apart) {
    const query = compileConnection(root.connection, undefined, compiling);
    // The first fact is the items, which are the value of the root.
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
