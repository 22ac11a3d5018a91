import { STATUS_CODES } from 'node:http';
import { type ErrorCode, errorTable } from '../../../base/errors.ts';
import type { Runtime } from '../../../config/config.ts';
import { DAB_KEY_CODE, DAB_PARAMETER_CODE, DAB_POLICY_CODE, publicCode } from '../../http/public-code.ts';
import { type Schema, schemaRef } from './schema.ts';

/** Additional statuses of an error code: for slow requests, long URLs, and long headers. */
const otherStatuses: Readonly<Partial<Record<ErrorCode, readonly number[]>>> = { LimitExceeded: [408, 414, 431] };

const bodyStatuses: typeof otherStatuses = { LimitExceeded: [413] };

const statusesOf = (code: ErrorCode, takesBody: boolean): readonly number[] => [
  errorTable[code].status,
  ...(otherStatuses[code] ?? []),
  ...(takesBody ? (bodyStatuses[code] ?? []) : []),
];

/** Returns the component name of a response: `URI Too Long` → `URITooLong`. */
const nameOf = (status: number): string => (STATUS_CODES[status] ?? String(status)).replaceAll(/[^A-Za-z]/g, '');

const statusesOfAll = (codes: readonly ErrorCode[], takesBody: boolean): readonly number[] =>
  [...new Set(codes.flatMap((code) => statusesOf(code, takesBody)))].sort((one, other) => one - other);

/** Returns references to the shared responses, keyed by status. */
export const errorResponses = (codes: readonly ErrorCode[], takesBody: boolean): Readonly<Record<string, object>> =>
  Object.fromEntries(
    statusesOfAll(codes, takesBody).map((status) => [status, { $ref: `#/components/responses/${nameOf(status)}` }]),
  );

export function sharedErrors(
  codes: readonly ErrorCode[],
  schemaName: string,
  style: Runtime['errorCodes'],
): Readonly<Record<string, object>> {
  const shown = (code: ErrorCode): string => publicCode(code, style, 'default');
  return Object.fromEntries(
    statusesOfAll(codes, true).map((status) => {
      const ofStatus = codes.filter((code) => statusesOf(code, true).includes(status));
      const [code = 'Internal'] = ofStatus;
      const example = { error: { code: shown(code), message: errorTable[code].description, status } };
      return [
        nameOf(status),
        {
          description: ofStatus.map((each) => `\`${shown(each)}\`: ${errorTable[each].description}`).join('\n\n'),
          ...(headersOf[status] && { headers: headersOf[status] }),
          content: { 'application/json': { schema: schemaRef(schemaName), example } },
        },
      ];
    }),
  );
}

const text: Schema = { type: 'string' };

const headersOf: Readonly<Record<number, object>> = {
  401: { 'WWW-Authenticate': { schema: text, description: 'The authentication scheme.' } },
  429: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds to wait before a retry.' } },
  503: { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds to wait before a retry.' } },
};

export const errorSchema = (style: Runtime['errorCodes']): Schema => ({
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: {
        code: { type: 'string', enum: publicCodes(style) },
        message: { type: 'string', description: 'What is wrong, and what to change.' },
        status: { type: 'integer', description: 'The HTTP status of the response.' },
        details: {
          type: 'object',
          additionalProperties: true,
          description: 'Machine-readable details, such as a position, or the name of a field, constraint, or limit.',
        },
      },
      required: ['code', 'message', 'status'],
    },
  },
  required: ['error'],
  description: 'An error.',
});

const publicCodes = (style: Runtime['errorCodes']): readonly string[] => [
  ...new Set((Object.keys(errorTable) as ErrorCode[]).map((code) => publicCode(code, style, 'default'))),
  ...(style === 'dab' ? [DAB_POLICY_CODE, DAB_KEY_CODE, DAB_PARAMETER_CODE] : []),
];
