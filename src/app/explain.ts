import type { BoundStep } from '../store/script.ts';
import type { AnswerRequest, ExplainedStatement, Explanation } from './application.ts';
import { bindScript } from './bind-script.ts';
import { coerceRequest } from './coerce-request.ts';
import type { OfflineParts } from './offline-parts.ts';

/** Plan and statements of an operation, without running it. @throws Refusal as answering would refuse it */
export function explain(request: AnswerRequest, parts: OfflineParts): Explanation {
  const coerced = coerceRequest(request, parts);
  if ('refusals' in coerced) throw coerced.refusals[0];
  const plan = coerced.plan();
  const steps = bindScript(parts.store.compile(plan, 'clauses'), coerced.values, parts);
  return { plan, statements: steps.map(explainStep) };
}

function explainStep({ step, values }: BoundStep): ExplainedStatement {
  const { text } = step;
  if (step.kind === 'read') return { text, values };
  const number = step.write === undefined ? [] : [`write ${step.write}`];
  const unless = step.unless.length === 0 ? [] : [`unless write ${step.unless.join(' or ')} changed a row`];
  const onlyIf = step.onlyIf === undefined ? [] : [`if write ${step.onlyIf} changed a row`];
  return { text, values, when: [...number, ...unless, ...onlyIf].join(', ') };
}
