import { refuse } from '../base/errors.ts';
import type { Call } from '../plan/shape/call.ts';
import { findEntities } from '../plan/shape/find-entities.ts';
import type { Plan, Root } from '../plan/shape/plan.ts';
import { findRowPaths } from '../plan/shape/row-paths.ts';
import type { Script, ScriptRoot } from '../store/script.ts';
import { compileApart } from './compile-apart.ts';
import { compileCall } from './compile-call.ts';
import { compileChange } from './compile-change.ts';
import { compileConnection } from './compile-connection.ts';
import { compilePagedRows, compileRows } from './compile-rows.ts';
import { compileRun } from './compile-run.ts';
import type { Compiling } from './compiling.ts';
import { Aliases } from './fragment.ts';
import { printRead } from './print-read.ts';
import { printRequests } from './print-requests.ts';
import type { RootQuery } from './query.ts';
import type { StepQuery } from './step-query.ts';

/**
 * A plan as a Script of a dialect. A query is one statement. A mutation has a step for each write, and more where a
 * write cannot give all that is asked of its rows; a request states one step, or several where the dialect can.
 * @throws Refusal OperationNotOffered for what the dialect cannot do, BadRequest for a query that reads and runs procedures
 */
export function compilePlan(plan: Plan, setting: Omit<Compiling, 'aliases'>): Script {
  const { dialect } = setting;
  const compiling: Compiling = { ...setting, aliases: new Aliases() };
  const facts = { rowPaths: findRowPaths(plan), entities: findEntities(plan) };
  const apart = compileApart(plan, compiling);
  if (apart !== undefined) {
    return { requests: [printRead(dialect.readApart(apart.query), plan, compiling)], roots: [apart.root], ...facts };
  }
  const queries: RootQuery[] = [];
  const changes: StepQuery[] = [];
  const roots = plan.roots.map((root): ScriptRoot => {
    if (root.kind === 'typename') return { kind: 'constant', key: root.key, json: JSON.stringify(root.name) };
    if (root.kind === 'introspection') return root;
    if (root.kind === 'change') {
      const change = compileChange(root.change, root.key, changes.length, compiling);
      changes.push(...change.steps);
      return change.root;
    }
    if (root.kind === 'call' && isStep(root.call)) {
      const run = compileRun(root.call, root.key, changes.length, compiling);
      changes.push(...run.steps);
      return run.root;
    }
    queries.push(compileRoot(root, compiling));
    return { kind: 'value', key: root.key, index: queries.length - 1 };
  });
  if (queries.length > 0 && changes.length > 0) refuseMixed(plan);
  if (queries.length === 0) return { requests: printRequests(changes, compiling), roots, ...facts };
  return { requests: [printRead(dialect.read(queries), plan, compiling)], roots, ...facts };
}

/** What a mutation runs is a step of it, and so is a procedure: no statement has its rows as a part. */
const isStep = ({ entity: { routine } }: Call): boolean =>
  routine?.operation === 'mutation' || routine?.kind === 'procedure';

/** Procedures stand for themselves, as no statement that reads can have one as a part. */
function refuseMixed({ roots }: Plan): never {
  const [own] = roots.flatMap((root) => (root.kind === 'call' && isStep(root.call) ? [root.key] : []));
  return refuse(
    'BadRequest',
    `"${own}" runs a procedure, which a query cannot do while it reads: ask for it in a query of its own.`,
  );
}

type StoredRoot = Extract<Root, { kind: RootQuery['kind'] }>;

function compileRoot(root: StoredRoot, compiling: Compiling): RootQuery {
  switch (root.kind) {
    case 'one':
      return { kind: 'one', query: compileRows(root.rows, undefined, compiling) };
    case 'list':
      return { kind: 'list', query: compilePagedRows(root.rows, undefined, compiling) };
    case 'connection':
      return { kind: 'connection', query: compileConnection(root.connection, undefined, compiling) };
    case 'call':
      return { kind: 'call', query: compileCall(root.call, compiling) };
  }
}
