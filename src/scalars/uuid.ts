import { show } from './numbers.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A UUID in lower case, RFC 9562 section 4. @throws Error when it is none */
export function parseUuid(value: unknown): string {
  if (typeof value === 'string' && UUID.test(value)) return value.toLowerCase();
  throw new Error(`UUID must look like "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", found: ${show(value)}`);
}
