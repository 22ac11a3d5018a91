import type { Plan } from '../plan/plan.ts';
import type { Parts } from './answer.ts';
import type { AnswerRequest } from './application.ts';
import { bindScript, understand } from './understand.ts';

export interface Explanation {
  readonly plan: Plan;
  readonly statements: readonly { readonly text: string; readonly values: readonly unknown[] }[];
}

/** Plan and statements of an operation, without running it. @throws Refusal as answering would refuse it */
export function explain(request: Omit<AnswerRequest, 'stages'>, parts: Parts): Explanation {
  const understood = understand(request, parts);
  if ('refusals' in understood) throw understood.refusals[0];
  const plan = understood.plan();
  const steps = bindScript(parts.store.compile(plan), understood.values, parts);
  return { plan, statements: steps.map(({ step, values }) => ({ text: step.text, values })) };
}
