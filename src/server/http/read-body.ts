import { MIMEType } from 'node:util';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { ApiError, type ErrorDetails, throwApiError } from '../../base/errors.ts';
import { parseJson } from '../../base/json.ts';
import type { Limits } from '../../config/config.ts';
import { missingMediaType, unsupportedMediaType } from './to-api-error.ts';

/** Methods whose body is read. The bodies of other methods are ignored. */
export const WITH_BODY: readonly string[] = ['POST', 'PUT', 'PATCH'];

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Accepts only JSON bodies. POST, PUT, and PATCH require the JSON content type even without a body. Without a content
 * type, or with that of a form, another site could send a POST without a preflight. JSON always requires a preflight.
 * https://fetch.spec.whatwg.org/#cors-safelisted-request-header
 */
export function addBodyReader(scope: FastifyInstance, limits: JsonLimits): void {
  scope.removeAllContentTypeParsers();
  scope.addHook('onRequest', ({ method, headers }, _reply, done) => {
    done(headers['content-type'] === undefined && WITH_BODY.includes(method) ? missingMediaType(method) : undefined);
  });
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      requirePlainUtf8(request);
      done(null, bytes.length === 0 ? undefined : readJson(utf8Text(bytes), 'The body', limits));
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  });
}

export type JsonLimits = Pick<Limits, 'jsonValues' | 'jsonDepth'>;

/**
 * Parses JSON, and keeps all digits of numbers.
 * @param limits absent for the operator's own files
 * @throws ApiError LimitExceeded, BadRequest with the position of the first syntax error
 */
export function readJson(text: string, label: string, limits?: JsonLimits): unknown {
  if (limits !== undefined) checkJsonLimits(text, label, limits);
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ApiError('BadRequest', ...describeSyntaxError(text, label));
  }
}

/**
 * Skips strings that are too short to exceed a limit.
 * @throws ApiError LimitExceeded
 */
export function checkJsonLimits(text: string, label: string, { jsonValues, jsonDepth }: JsonLimits): void {
  if (text.length < 2 * Math.min(jsonValues, jsonDepth)) return;
  const { values, depth } = measureJson(text);
  if (depth > jsonDepth) {
    throwApiError('LimitExceeded', `${label} exceeds the maximum depth of ${jsonDepth} levels. Send flatter JSON.`, {
      limit: 'json-depth',
      max: jsonDepth,
    });
  }
  if (values > jsonValues) {
    throwApiError(
      'LimitExceeded',
      `${label} exceeds the maximum of ${jsonValues} JSON values. Send less per request.`,
      {
        limit: 'json-values',
        max: jsonValues,
      },
    );
  }
}

/** @throws ApiError BadRequest for other values */
export function requireJsonObject(value: unknown, label: string): Readonly<Record<string, unknown>> {
  if (!isJsonObject(value)) throwApiError('BadRequest', `${label} must be a JSON object, such as {"name": "value"}.`);
  return value;
}

/** A `BigNumber` is a JavaScript object but not a JSON object. */
function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** `JSON.parse` does not always report the position, so a second parser finds it. */
function describeSyntaxError(text: string, label: string): [message: string, options: { details: ErrorDetails }] {
  const mistakes: ParseError[] = [];
  parse(text, mistakes, { disallowComments: true });
  const [first] = mistakes;
  const before = text.slice(0, first?.offset ?? text.length).split('\n');
  const position = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  const problem = first === undefined ? 'unreadable' : spellOut(printParseErrorCode(first.error));
  return [
    `${label} is not valid JSON: ${problem} at line ${position.line}, column ${position.column}.`,
    { details: { position } },
  ];
}

/** Converts `CloseBraceExpected` → `close brace expected`. */
function spellOut(code: string): string {
  return code.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}

function utf8Text(bytes: string | Buffer): string {
  try {
    return typeof bytes === 'string' ? bytes : utf8.decode(bytes);
  } catch {
    throw new ApiError('BadRequest', 'The body is not valid UTF-8. Encode it as UTF-8.');
  }
}

function requirePlainUtf8({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'] ?? 'identity';
  const type = headers['content-type'] ?? '';
  const charset = type.includes(';') ? new MIMEType(type).params.get('charset') : null;
  if (encoding !== 'identity' || !/^utf-?8$/i.test(charset ?? 'utf-8')) throw unsupportedMediaType();
}

export interface JsonSize {
  /** Number of values, including nested values. An empty object or list counts as two. */
  readonly values: number;
  readonly depth: number;
}

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;

/** Measures JSON without parsing it, because parsing could be too expensive. The result is wrong for invalid JSON. */
export function measureJson(text: string): JsonSize {
  let values = 1;
  let depth = 0;
  let deepest = 0;
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case QUOTE:
        index = endOfText(text, index);
        break;
      case COMMA:
        values += 1;
        break;
      case 91:
      case 123:
        values += 1;
        depth += 1;
        if (depth > deepest) deepest = depth;
        break;
      case 93:
      case 125:
        depth -= 1;
        break;
    }
  }
  return { values, depth: deepest };
}

/** Returns the index of the closing quote, or the text length if there is none. */
function endOfText(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/** Returns true for `\"`, false for `\\"`. */
function isEscaped(text: string, place: number): boolean {
  let from = place;
  while (text.charCodeAt(from - 1) === BACKSLASH) from -= 1;
  return (place - from) % 2 === 1;
}
