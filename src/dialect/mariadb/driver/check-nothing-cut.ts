import type { Result } from '../../../store/result.ts';
import type { Ask } from '../../mysql-family/driver/opening.ts';
import { refuseCut } from '../../mysql-family/sql/refuse-cut.ts';
import { countWarnings } from '../sql/warnings.ts';
import { MAX_WARNINGS } from './session-settings.ts';

/** Warnings of a value that was cut or left out: for `group_concat_max_len`, and for `max_allowed_packet`. */
const CUT: ReadonlySet<unknown> = new Set([1260, 1301]);

/**
 * Nothing is cut silently. Whether something was, the server tells with no more than a warning, and the protocol has to be asked for those.
 * @throws Refusal LimitExceeded when a warning says that something was, or too many to tell
 */
export function checkNothingCut(result: Result, ask: Ask): Promise<void> | undefined {
  const count = countWarnings(result);
  return count === 0 ? undefined : readWarnings(count, ask);
}

async function readWarnings(count: number, ask: Ask): Promise<void> {
  const warnings = await ask('show warnings');
  if (count > MAX_WARNINGS || warnings.some(({ Code }) => CUT.has(Code))) refuseCut();
}
