import { invariant } from '../../base/invariant.ts';

/** Stands for a verb that the dialect's `capabilities` rule out. @throws Error always */
export function neverOffered(): never {
  invariant(false, 'the compiler refuses what is not offered');
}
