import { invariant } from '../../base/invariant.ts';

/** A verb of what the dialect's `capabilities` leave out. */
export function neverOffered(): never {
  invariant(false, 'the compiler refuses what is not offered');
}
