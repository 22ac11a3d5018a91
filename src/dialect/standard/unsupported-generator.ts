import { invariant } from '../../base/invariant.ts';

/** Placeholder for functions that the dialect's `capabilities` exclude. */
export function unsupportedGenerator(): never {
  invariant(false, 'the compiler rejects unsupported operations');
}
