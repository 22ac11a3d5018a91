import type { DatabaseFault } from '../../../base/errors.ts';
import { isOwnersFault, type Meaning } from '../../database-error.ts';
import type { ServerError } from './server-error.ts';

/** What was said, where a procedure, a function or a trigger failed, or the service lacks a permission; undefined elsewhere. */
export function readFault(
  meaning: Meaning,
  { sqlState, message, procName, lineNumber }: ServerError,
): DatabaseFault | undefined {
  if (!isOwnersFault(meaning) && procName === '') return undefined;
  const context = procName === '' ? {} : { context: `${procName}, line ${lineNumber}` };
  return { entities: [], sqlState, message, ...context };
}
