import { Refusal } from '../../base/errors.ts';
import type { Target } from './find-target.ts';

/** The methods that a path takes, whoever asks; `OPTIONS` is always among them. */
export function offeredMethods({ entity, key }: Target): readonly string[] {
  const isItem = key.length > 0;
  const reads = entity.operations.has('read') && (!isItem || entity.key.length > 0);
  return [...(reads ? ['GET', 'HEAD'] : []), 'OPTIONS'];
}

/** @throws Refusal OperationNotOffered with the methods that are, and the reason */
export function refuseMethod(method: string, target: Target): never {
  const allow = offeredMethods(target);
  const { entity, key } = target;
  const reason =
    key.length > 0 && entity.key.length === 0
      ? `"${entity.name}" has no key, so that no item of it can be named`
      : `${method} is not offered here`;
  const others = allow.filter((name) => name !== 'OPTIONS');
  const advice = others.length > 0 ? `: use ${others.join(' or ')}` : '';
  throw new Refusal('OperationNotOffered', `${reason}${advice}.`, { details: { allow } });
}

/** A store that cannot do what a path is for: nothing but `OPTIONS` is left there. */
export function withAllow(refusal: Refusal): Refusal {
  const { code, message, details } = refusal;
  if (code !== 'OperationNotOffered' || details?.allow !== undefined) return refusal;
  return new Refusal(code, message, { details: { ...details, allow: ['OPTIONS'] }, cause: refusal });
}
