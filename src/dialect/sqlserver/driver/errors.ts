import type { Refusal } from '../../../base/errors.ts';
import {
  applicationError,
  type ErrorFacts,
  isOfValue,
  type Meaning,
  readCauses,
  refusalFor,
} from '../../database-error.ts';
import { ROW_IS_GONE } from '../sql/cursors.ts';
import { meaningByNumber, meaningByText, UNNUMBERED } from './error-numbers.ts';
import { readFault } from './fault.ts';
import { ServerError } from './server-error.ts';
import { factsOf, violationOf } from './violation-facts.ts';

/** What an error of a session means to a client; undefined where it means a fault of ours. */
export const readDatabaseError = (error: unknown): Refusal | undefined => readCauses(error, readCause);

function readCause(cause: ErrorFacts): Refusal | undefined {
  if (cause instanceof ServerError) return readServerError(cause);
  const meaning = byCode[String(cause.code)];
  return meaning === undefined ? undefined : refusalFor(meaning, { cause });
}

/** What the client says of itself. What it says of a session that is lost is a `SessionLost` already. */
const byCode: Readonly<Record<string, Meaning>> = {
  ECANCEL: 'tooSlow',
  EENCRYPT: 'protectedOtherwise',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'untrusted',
  CERT_HAS_EXPIRED: 'untrusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'untrusted',
  ELOGIN: 'loginRefused',
  EFEDAUTH: 'loginRefused',
};

/** What an error of the server means, by its number; undefined where it means a fault of ours. */
export function meaningOf(error: ServerError): Meaning | undefined {
  if (/^Conversion failed|invalid input/i.test(error.message) && error.message.includes(ROW_IS_GONE))
    return 'rowIsGone';
  const meaning =
    violationOf(error) ??
    (error.number === UNNUMBERED ? meaningByText(error.message) : meaningByNumber.get(error.number));
  if (meaning === 'busy' && isOfTemporaries(error)) return 'tooComplex';
  // A name that is missing, or a mistake in T-SQL, within a procedure or a trigger: none of our statements is at fault, nor the catalog.
  if (error.procName !== '' && (meaning === undefined || meaning === 'schemaChanged')) return 'failedWithin';
  // Line 0 is the call itself, which converts the arguments.
  if (error.procName !== '' && error.lineNumber > 0 && isOfValue(meaning)) return 'failedWithin';
  return meaning;
}

/** Whether no room was left for what the statement itself keeps for a while. */
const isOfTemporaries = ({ number, message }: ServerError): boolean =>
  (number === 1101 || number === 1105) && /database '?tempdb\b/i.test(message);

function readServerError(error: ServerError): Refusal | undefined {
  const { number, state, message } = error;
  if (error.isRaised) return applicationError(message, error, { number, state });
  const meaning = meaningOf(error);
  return meaning === undefined
    ? undefined
    : refusalFor(meaning, { cause: error, fault: readFault(meaning, error) }, factsOf(error));
}
