import { invariant } from '../../base/invariant.ts';

/** Placeholder for a verb that the dialect's `capabilities` exclude. @throws Error always */
export function unsupportedVerb(): never {
  invariant(false, 'the compiler refuses what is not offered');
}
