import type { IncomingHttpHeaders } from 'node:http';
import { refuse } from '../../base/errors.ts';

const ROLE_HEADERS = ['x-api-role', 'x-ms-api-role'] as const;

/**
 * The one role that `X-API-Role` or `X-MS-API-ROLE` names, or undefined when neither is sent.
 * @throws Refusal BadRequest when they name several roles, or none
 */
export function readRoleHeader(headers: IncomingHttpHeaders): string | undefined {
  if (ROLE_HEADERS.every((header) => headers[header] === undefined)) return undefined;
  const names = new Set(ROLE_HEADERS.map((header) => headers[header]).filter((value) => value !== undefined));
  // Node joins repeated headers by commas, so this finds roles of two headers, and two roles of one.
  const [name, ...others] = [...names].join(',').split(',');
  if (others.length > 0) {
    refuse('BadRequest', 'X-API-Role and X-MS-API-ROLE name several roles: a request has exactly one role.');
  }
  const role = name === undefined ? '' : decode(name.replace(PADDING, ''));
  if (role === '') refuse('BadRequest', 'The role header is empty: name a role, or leave the header out.');
  return role;
}

/** Whitespace of HTTP. `trim` would also remove the byte A0, the last one of an "à" in UTF-8. */
const PADDING = /^[ \t]+|[ \t]+$/g;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Returns a header's value as UTF-8 where its bytes are that, else as Latin-1. Node reads every header as Latin-1. */
function decode(value: string): string {
  if (!/[\x80-\xff]/.test(value)) return value;
  try {
    return utf8.decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}
