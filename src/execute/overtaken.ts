import { Refusal } from '../base/errors.ts';
import type { RetryReason } from '../base/observation.ts';

/** A refusal of changes that may not be one when all of them are tried again. */
export class Overtaken extends Refusal {
  readonly reason: RetryReason;

  constructor({ code, message, status, cause, details, fault }: Refusal, reason: RetryReason = 'overtaken') {
    super(code, message, { status, cause, details, fault });
    this.reason = reason;
  }
}
