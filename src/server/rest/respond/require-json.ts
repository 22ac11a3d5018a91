import { throwApiError } from '../../../base/errors.ts';
import { preferenceOf } from '../../http/prefer-type.ts';

const prefer = preferenceOf(['application/json']);

/** Throws NotAcceptable if the caller does not accept JSON. */
export function requireJson(accept: string | undefined): void {
  // Nearly every client sends one of these values, which need no parsing. An empty header has no preference.
  if (accept === undefined || accept === '' || accept === '*/*' || accept === 'application/json') return;
  if (prefer(accept) === undefined) {
    throwApiError('NotAcceptable', 'Unsupported Accept header. Use application/json, or omit the header.');
  }
}
