import type { Refusal } from '../../base/errors.ts';

/** Seconds after which a client may try again, where it was refused for lack of capacity. */
export const RETRY_AFTER_SECONDS = 5;

/** Up to so many seconds more are told, by chance: a crowd that is refused at once does not come back at once. */
const SPREAD_SECONDS = 5;

/** What `Retry-After` says to a client that was refused. */
export const retryAfter = (): string => String(RETRY_AFTER_SECONDS + Math.floor(Math.random() * SPREAD_SECONDS));

/** The headers of every answer, whatever its status; pages have a policy of their own. */
export const COMMON_HEADERS = {
  vary: 'Authorization, X-API-Role, X-MS-API-ROLE, X-MS-CLIENT-PRINCIPAL, Accept, Accept-Encoding',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

export const JSON_TYPE = 'application/json; charset=utf-8';

/** What nobody knows of must not be sent again as it is, by clients that go by the header. */
const maySendAgain = ({ status, code }: Refusal): boolean =>
  status === 429 || (status === 503 && code !== 'OutcomeUnknown');

/** The headers that a refusal brings along: `Allow`, `WWW-Authenticate` and the like, where its status asks for them. */
export function refusalHeaders(refusal: Refusal): Record<string, string> {
  const headers: Record<string, string> = { 'cache-control': 'no-store' };
  const { allow, challenge } = refusal.details ?? {};
  if (Array.isArray(allow)) headers.allow = allow.join(', ');
  if (refusal.status === 401 && typeof challenge === 'string') headers['www-authenticate'] = challenge;
  if (maySendAgain(refusal)) headers['retry-after'] = retryAfter();
  return headers;
}
