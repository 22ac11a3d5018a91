import { formatForMessage } from './numbers.ts';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Accepts Base64 with padding, RFC 4648 section 4. @throws Error if invalid */
export function parseBase64(value: unknown): string {
  if (typeof value === 'string' && BASE64.test(value)) return value;
  throw new Error(
    `Base64String must be standard Base64 with padding, such as "aGVsbG8=", found ${formatForMessage(value)}`,
  );
}
