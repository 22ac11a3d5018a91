import type { ApiError } from '../../base/errors.ts';

/** Minimum `Retry-After` of a response without a known waiting time. */
export const RETRY_AFTER_SECONDS = 5;

/** A random addition below this limit spreads the retries of clients. */
const JITTER_SECONDS = 5;

export const retryAfter = (): string => String(RETRY_AFTER_SECONDS + Math.floor(Math.random() * JITTER_SECONDS));

/** Headers of every response. Pages replace the `content-security-policy`. */
export const COMMON_HEADERS = {
  vary: 'Authorization, X-API-Role, X-MS-API-ROLE, X-MS-CLIENT-PRINCIPAL, Accept, Accept-Encoding',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Clients must not retry a change whose outcome is unknown. */
const isRetryable = ({ status, code }: ApiError): boolean =>
  status === 429 || (status === 503 && code !== 'OutcomeUnknown');

/** Returns headers such as `Allow` and `WWW-Authenticate`. */
export function errorHeaders(apiError: ApiError): Record<string, string> {
  const headers: Record<string, string> = { 'cache-control': 'no-store' };
  const { allow, challenge, retryAfter: seconds, webSocketVersion } = apiError.details ?? {};
  if (Array.isArray(allow)) headers.allow = allow.join(', ');
  if (apiError.status === 401 && typeof challenge === 'string') headers['www-authenticate'] = challenge;
  if (typeof webSocketVersion === 'string') {
    Object.assign(headers, { upgrade: 'websocket', connection: 'close, Upgrade' });
    headers['sec-websocket-version'] = webSocketVersion;
  }
  if (isRetryable(apiError)) headers['retry-after'] = typeof seconds === 'number' ? String(seconds) : retryAfter();
  return headers;
}
