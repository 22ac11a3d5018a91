import type { ApiError } from '../../base/errors.ts';
import { shortenDetails, truncateMiddle } from '../../base/truncate-middle.ts';
import type { Runtime } from '../../config/config.ts';
import { publicCode } from './public-code.ts';

/** Returns the body of all errors outside GraphQL: `{ "error": { "code", "message", "status", "details"? } }`. */
export function errorBody({ code, message, status, details }: ApiError, codes: Runtime['errorCodes']): string {
  const shown = publicCode(code, codes, 'default', details);
  const members = Object.keys(details ?? {}).length > 0 ? { details: shortenDetails(details ?? {}) } : {};
  return JSON.stringify({ error: { code: shown, message: truncateMiddle(message), status, ...members } });
}
