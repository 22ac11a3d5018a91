import { Refusal } from '../base/errors.ts';
import { type Attempts, attempts } from './try-again.ts';

/** A refusal of changes that may not be one when all of them are tried again. */
export class Overtaken extends Refusal {
  readonly attempts: Attempts;

  constructor({ code, message, status, cause, details, fault }: Refusal, tried: Attempts = attempts.overtaken) {
    super(code, message, { status, cause, details, fault });
    this.attempts = tried;
  }
}
