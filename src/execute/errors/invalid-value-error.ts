import { ApiError } from '../../base/errors.ts';
import { claimIn } from '../../plan/shape/claim-in.ts';
import type { Slot } from '../../plan/shape/slot.ts';
import type { Violation } from '../../store/violation.ts';

/** Returns the error for a value that only the database can parse; undefined for other values. */
export function invalidValueError({ violated, cause }: Violation, slots: readonly Slot[]): ApiError | undefined {
  const slot = violated.parameter === undefined ? undefined : slots[violated.parameter - 1];
  if (slot === undefined) return undefined;
  const { use, source } = slot;
  if (use.kind === 'cursor') {
    const message = `Malformed cursor in "${use.argument}". Pass a "startCursor" or "endCursor" unchanged.`;
    return use.type.asText ? new ApiError('BadRequest', message, { cause }) : undefined;
  }
  if ((use.kind !== 'value' && use.kind !== 'values') || !use.type.asText) return undefined;
  const type = use.type.qualifiedName?.name ?? use.type.native;
  const claim = claimIn(source);
  if (claim !== undefined) {
    const message = `Invalid ${type} value in the claim "${claim}" of your token.`;
    return new ApiError('Forbidden', message, { cause });
  }
  const { field } = use;
  const comparison = field === undefined ? '' : ` compared with "${field}"`;
  const details = field === undefined ? {} : { details: { fields: [field] } };
  return new ApiError('BadRequest', `Invalid ${type} value${comparison}. Use the format of responses.`, {
    cause,
    ...details,
  });
}
