import { throwApiError } from '../../../base/errors.ts';
import { preferenceOf } from '../../http/prefer-type.ts';

const prefer = preferenceOf(['application/json']);

/** Throws NotAcceptable if the client does not accept JSON. `advice` is the end of the message. */
export function requireJson(accept: string | undefined, advice = ''): void {
  // Most clients send these values, which need no parsing.
  if (accept === undefined || accept === '' || accept === '*/*' || accept === 'application/json') return;
  if (prefer(accept) === undefined) {
    throwApiError('NotAcceptable', `Unsupported Accept header. Use application/json, or omit the header.${advice}`);
  }
}
