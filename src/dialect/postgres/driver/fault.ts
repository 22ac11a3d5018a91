import type { DatabaseFault } from '../../../base/errors.ts';
import { isOwnersFault, type Meaning } from '../../database-error.ts';

/** https://www.postgresql.org/docs/current/protocol-error-fields.html */
export interface PostgresError {
  readonly code: string;
  readonly message: string;
  readonly routine?: string;
  readonly where?: string;
  readonly constraint?: string;
  readonly schema?: string;
  readonly table?: string;
  readonly column?: string;
  readonly detail?: string;
  readonly hint?: string;
}

/** What was said, where a function, a procedure or a trigger failed, or the service lacks a permission; undefined elsewhere. */
export function readFault(
  meaning: Meaning,
  { code, message, detail, hint, where }: PostgresError,
): DatabaseFault | undefined {
  const functions = functionsIn({ where });
  if (!isOwnersFault(meaning) && functions.length === 0) return undefined;
  return {
    entities: [],
    sqlState: code,
    message,
    ...(detail !== undefined && { detail }),
    ...(hint !== undefined && { hint }),
    ...(functions.length > 0 && { context: functions.join('\n') }),
  };
}

/** Returns whether a function, a procedure, or a trigger was running when the error occurred. */
export const isInFunction = (error: Pick<PostgresError, 'where'>): boolean => functionsIn(error).length > 0;

const functionsIn = ({ where }: { readonly where?: string | undefined }): readonly string[] =>
  (where ?? '').split('\n').filter((line) => IN_FUNCTION.test(line));

/** `PL/pgSQL function f() line 2 at RAISE`, `SQL function "f" statement 1`; other lines may quote values. */
const IN_FUNCTION = /^(?:PL\/\S+|SQL) function /;
