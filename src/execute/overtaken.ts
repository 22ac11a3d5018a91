import { Refusal } from '../base/errors.ts';
import type { RetryReason } from '../base/observation.ts';

/** A refusal of changes that others came in between of: it may pass when all changes are tried again. */
export class Overtaken extends Refusal {
  readonly reason: RetryReason;

  constructor({ code, message, status, cause, details, fault }: Refusal, reason: RetryReason) {
    super(code, message, { status, cause, details, fault });
    this.reason = reason;
  }
}
