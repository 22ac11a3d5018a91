import { refuse } from '../../../base/errors.ts';
import { preferenceOf } from '../../http/prefer-type.ts';

const prefer = preferenceOf(['application/json']);

/** @throws Refusal NotAcceptable where a caller does not accept JSON */
export function requireJson(accept: string | undefined): void {
  // Nearly every client sends one of these, which need no parsing; an empty header says nothing.
  if (accept === undefined || accept === '' || accept === '*/*' || accept === 'application/json') return;
  if (prefer(accept) === undefined) {
    refuse('NotAcceptable', 'Answers here are of type application/json: name it in "Accept", or leave that out.');
  }
}
