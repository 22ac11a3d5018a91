import { refuse } from '../../base/errors.ts';
import { preferenceOf } from '../prefer-type.ts';

const prefer = preferenceOf(['application/json']);

/** @throws Refusal NotAcceptable where a caller wants anything but JSON */
export function requireJson(accept: string | undefined): void {
  // Two headers that need no parsing, and that nearly every client sends.
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return;
  if (prefer(accept) === undefined) {
    refuse('NotAcceptable', 'Answers here are of type application/json: name it in "Accept", or leave that out.');
  }
}
