import { refuse } from '../../base/errors.ts';
import { preferType } from '../prefer-type.ts';

/** @throws Refusal NotAcceptable where a caller wants anything but JSON */
export function requireJson(accept: string | undefined): void {
  // Two headers that need no parsing, and that nearly every client sends.
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return;
  if (preferType(accept, ['application/json']) === undefined) {
    refuse('NotAcceptable', 'Answers here are of type application/json: name it in "Accept", or leave that out.');
  }
}
