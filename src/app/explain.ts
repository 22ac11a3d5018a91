import { Refusal } from '../base/errors.ts';
import { coerceVariables } from '../operation/coerce-variables.ts';
import { prepareOperation } from '../operation/prepared-operation.ts';
import { readOperation } from '../operation/read-operation.ts';
import { makePlan } from '../plan/make-plan.ts';
import type { Plan } from '../plan/plan.ts';
import { bindStep } from '../store/bind-step.ts';
import type { Parts } from './answer.ts';
import type { AnswerRequest } from './application.ts';

export interface Explanation {
  readonly plan: Plan;
  readonly statements: readonly { readonly text: string; readonly values: readonly unknown[] }[];
}

/** Plan and statements of an operation, without running it. @throws Refusal as answering would refuse it */
export function explain(
  { document, operationName, variables: raw, identity }: Omit<AnswerRequest, 'stages'>,
  parts: Parts,
): Explanation {
  const { schema, model, store } = parts;
  const prepared = prepareOperation(schema, document, operationName);
  const coerced = coerceVariables(schema, prepared.definition.variableDefinitions ?? [], raw);
  if ('refusals' in coerced) throw coerced.refusals[0] ?? new Refusal('BadRequest', 'The variables do not fit.');
  const { variables } = coerced;
  const plan = makePlan(readOperation(schema, prepared, variables, raw), { model, role: identity.role });
  const statements = store.compile(plan).steps.map((step) => ({
    text: step.text,
    values: bindStep(step, store, { variables, claims: identity.claims }).values,
  }));
  return { plan, statements };
}
