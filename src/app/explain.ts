import type { BoundStep } from '../store/script.ts';
import type { AnswerRequest, ExplainedStatement, Explanation } from './application.ts';
import type { Parts } from './parts.ts';
import { bindScript, understand } from './understand.ts';

/** Plan and statements of an operation, without running it. @throws Refusal as answering would refuse it */
export function explain(request: Omit<AnswerRequest, 'stages'>, parts: Parts): Explanation {
  const understood = understand(request, parts);
  if ('refusals' in understood) throw understood.refusals[0];
  const plan = understood.plan();
  const steps = bindScript(parts.store.compile(plan), understood.values, parts);
  return { plan, statements: steps.map(explainStep) };
}

function explainStep({ step, values }: BoundStep): ExplainedStatement {
  const { text } = step;
  if (step.kind === 'read') return { text, values };
  const number = step.write === undefined ? [] : [`write ${step.write}`];
  const unless = step.unless.length === 0 ? [] : [`unless write ${step.unless.join(' or ')} changed a row`];
  const onlyIf = step.onlyIf === undefined ? [] : [`if write ${step.onlyIf} changed a row`];
  return { text, values, course: [...number, ...unless, ...onlyIf].join(', ') };
}
