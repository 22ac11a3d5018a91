import { invariant } from '../base/invariant.ts';
import type { Call } from '../plan/shape/call.ts';
import type { ChangeStep, ScriptRoot } from '../store/script.ts';
import { changeStatement } from './change-statement.ts';
import { compileCall } from './compile-call.ts';
import type { Compiling } from './compile-plan.ts';
import type { OutColumn } from './dialect.ts';

/**
 * The steps of a field of the mutation root that runs a function or procedure: one, and where something comes out of a procedure,
 * another one that makes it an answer.
 * @param firstStep how many steps there are before these
 */
export function compileRun(
  call: Call,
  key: string,
  firstStep: number,
  compiling: Compiling,
): { readonly steps: readonly ChangeStep[]; readonly root: ScriptRoot } {
  const { routine, allFields } = call.entity;
  const verbs = compiling.dialect.routines;
  invariant(routine && verbs, `${compiling.dialect.name} runs ${call.entity.name}`);
  const query = compileCall(call, compiling);
  const common = { root: key, write: call.id, inserts: false, unless: [], captures: [] };
  const runs = { ...common, ...(!routine.readOnly && { unsettles: true as const }) };
  if (routine.kind === 'function') {
    const run = { ...changeStatement(verbs.run(query), compiling), ...runs };
    return { steps: [run], root: { kind: 'changed', key, steps: [firstStep] } };
  }
  const outs = routine.rows === 'none' ? [] : [...allFields.values()];
  const captures = outs.map(({ column }) => column);
  const called = {
    ...changeStatement(verbs.call(query, captures), compiling),
    ...runs,
    captures,
    isCall: true,
  } as const;
  if (routine.rows === 'none') return { steps: [called], root: { kind: 'constant', key, json: '[]' } };
  const columns = outs.map(
    ({ column, type }): OutColumn => ({
      name: column,
      type,
      value: { source: { kind: 'captured', write: call.id, column }, use: { kind: 'assign', field: column, type } },
    }),
  );
  const { write: _, ...shown } = common;
  const show = { ...changeStatement(verbs.show(columns, query), compiling), ...shown };
  return { steps: [called, show], root: { kind: 'changed', key, steps: [firstStep + 1] } };
}
