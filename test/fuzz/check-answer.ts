import type { HostileRequest } from './hostile-request.ts';
import { HIDDEN_PATH } from './raw-requests.ts';
import type { Answer } from './send.ts';

/** Headers of each response of the service. */
const SECURITY_HEADERS: readonly string[] = [
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'content-security-policy',
];

/** Parts of a stack trace, of a path, or of printed SQL. */
const INTERNALS: readonly RegExp[] = [
  /node_modules/,
  /\bat (?:Object|async|new|process|Function|Module)\b[. (]/,
  /\bat \S+ \(.{1,200}:\d+:\d+\)/,
  /\.[cm]?[jt]s:\d+/,
  /file:\/\/\//,
  /\bpg_[a-z]+/,
  /\bjsonb?_(?:build|agg|object|array)/i,
  /\binformation_schema\b/i,
  /\bselect\b.{1,200}?\bfrom\b/is,
  /\binsert into\b/i,
];

/** Endpoints that show SQL to developers by design. */
const SHOWS_SQL = /^\/console\//;

/** Length of the parts of a statement that a response may not contain. */
const PART_LENGTH = 40;

/**
 * Returns what is wrong with an answer.
 * @param statements SQL that ran for the request
 */
export function checkAnswer(
  { to, path, headers, body }: HostileRequest,
  answer: Answer,
  statements: readonly string[],
): readonly string[] {
  const found: string[] = [];
  const { status } = answer;
  if (status < 200 || status >= 500) found.push(`status ${status}`);
  const missing = to === 'provider' ? [] : SECURITY_HEADERS.filter((name) => answer.headers[name] === undefined);
  if (missing.length > 0) found.push(`without ${missing.join(', ')}`);
  if ('x-injected' in answer.headers) found.push('a header of the client');
  const type = String(answer.headers['content-type'] ?? '');
  if (/json/.test(type) && answer.body !== '' && !isJson(answer.body)) found.push('invalid JSON');
  if (status < 400 && !answer.body.startsWith('{"errors"')) return found;
  const sent = [decode(path), ...Object.values(headers), unescapeJson(body?.toString() ?? '')].join('\n');
  const received = unescapeJson(answer.body);
  for (const pattern of INTERNALS) {
    const [text] = pattern.exec(received) ?? [];
    if (text !== undefined && !sent.includes(text) && !SHOWS_SQL.test(path)) found.push(`internals: ${text}`);
  }
  const part = SHOWS_SQL.test(path) ? undefined : partsOf(statements).find((text) => received.includes(text));
  if (part !== undefined && !sent.includes(part)) found.push(`SQL: ${part}`);
  return found;
}

const partsOf = (statements: readonly string[]): readonly string[] =>
  statements.flatMap((text) => text.match(new RegExp(`.{${PART_LENGTH}}`, 'gs')) ?? []);

/** SQL in a JSON string has escaped quotes. */
const unescapeJson = (text: string): string => text.replaceAll('\\"', '"').replaceAll('\\n', '\n');

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Returns what is wrong with the responses on a connection. */
export function checkBytes(received: string): readonly string[] {
  const found: string[] = [];
  const heads = received.split(/^(?=HTTP\/1\.1 \d{3} )/m).filter((text) => text.startsWith('HTTP/1.1 '));
  if (received !== '' && heads.length === 0) found.push('no HTTP');
  for (const head of heads) {
    const status = Number(head.slice(9, 12));
    if (status >= 500) found.push(`status ${status}`);
    const lines = head.split('\r\n\r\n')[0]?.toLowerCase() ?? '';
    // An interim response has no headers.
    if (status >= 200)
      found.push(...SECURITY_HEADERS.filter((name) => !lines.includes(`${name}:`)).map((name) => `without ${name}`));
    if (lines.includes('x-injected')) found.push('a header of the client');
  }
  if (received.includes(`Unknown path \\"${HIDDEN_PATH}`)) found.push('an answer to the hidden request');
  return found;
}
