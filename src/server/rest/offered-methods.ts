import { Refusal } from '../../base/errors.ts';
import type { Model } from '../../model/model.ts';
import type { Target } from './find-target.ts';

/** Why there are none where the store gives no pages with facts about them. */
export const NO_COLLECTIONS = 'Collections are not offered on this database yet; items are, and lists over GraphQL';

/** The methods that a path takes, whoever asks; `OPTIONS` is always among them. */
export function offeredMethods({ entity, key }: Target, { connections }: Model): readonly string[] {
  const isThere = key.length > 0 ? entity.key.length > 0 : connections;
  const reads = entity.operations.has('read') && isThere;
  return [...(reads ? ['GET', 'HEAD'] : []), 'OPTIONS'];
}

/** @throws Refusal OperationNotOffered with the methods that are, and the reason */
export function refuseMethod(method: string, target: Target, model: Model): never {
  const allow = offeredMethods(target, model);
  const reason = reasonFor(target, model) ?? `${method} is not offered here`;
  const others = allow.filter((name) => name !== 'OPTIONS');
  const advice = others.length > 0 ? `: use ${others.join(' or ')}` : '';
  throw new Refusal('OperationNotOffered', `${reason}${advice}.`, { details: { allow } });
}

function reasonFor({ entity, key }: Target, { connections }: Model): string | undefined {
  if (key.length > 0) {
    return entity.key.length > 0 ? undefined : `"${entity.name}" has no key, so that no item of it can be named`;
  }
  return connections ? undefined : NO_COLLECTIONS;
}
