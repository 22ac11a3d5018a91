import type { Refusal } from '../base/errors.ts';
import { shorten } from '../base/shorten.ts';

/** The body of a refusal outside GraphQL: `{ "error": { "code", "message", "status", "details"? } }` as JSON text. */
export function errorBody({ code, message, status, details }: Refusal): string {
  return JSON.stringify({ error: { code, message: shorten(message), status, ...(details && { details }) } });
}
