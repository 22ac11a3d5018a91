import type { Client } from 'pg';
import type { ReadSession, Unit, UnitOutcome } from '../../../store/driver.ts';
import type { Result } from '../../../store/result.ts';
import type { StatementUses } from '../../statement-uses.ts';
import { isSessionLost } from './error-meaning.ts';
import { Pipeline } from './pipeline.ts';
import { PreparedStatements } from './prepared-statements.ts';
import { writeUnits } from './unit-messages.ts';

/** Units that wait for each other at most. */
const MAX_UNITS = 16;

/** One session with the server. pg opens it and reads what comes; what is sent, and what is kept prepared, is ours. */
export class Session implements ReadSession {
  readonly maxUnits = MAX_UNITS;
  readonly #client: Client;
  readonly #prepared: PreparedStatements;
  #running: { readonly pipeline: Pipeline; readonly end: () => void } | undefined;
  #lost: Error | undefined;

  constructor(client: Client, uses: StatementUses | undefined) {
    this.#client = client;
    this.#prepared = new PreparedStatements(uses);
    client.on('error', (error) => this.#lose(error));
    // pg has nothing more to send, and the server is ready for it.
    client.on('drain', () => this.#endRun());
  }

  /** What the session was lost by; undefined while it is of use. */
  get lost(): Error | undefined {
    return this.#lost;
  }

  run(units: readonly Unit[], tell: (outcome: UnitOutcome, index: number) => void): Promise<void> {
    return new Promise((resolve) => {
      const message = writeUnits(units, this.#prepared);
      const pipeline = new Pipeline(this.#client, units, message, {
        tell: (outcome, index) => {
          if ('error' in outcome) this.#note(outcome.error, units[index]);
          tell(outcome, index);
        },
        lose: (error) => this.#lose(error),
      });
      this.#running = { pipeline, end: resolve };
      if (this.#lost === undefined) this.#client.query(pipeline);
      else this.#lose(this.#lost);
    });
  }

  /** Runs one unit. @throws its error */
  async runOne(unit: Unit): Promise<Result> {
    let outcome: UnitOutcome | undefined;
    await this.run([unit], (given) => {
      outcome = given;
    });
    if (outcome === undefined || 'error' in outcome) throw outcome?.error;
    return outcome.result;
  }

  async cancel(): Promise<void> {}

  #note(error: unknown, unit: Unit | undefined): void {
    this.#prepared.fail(unit?.statement.name);
    if (error instanceof Error && isSessionLost(error)) this.#lost ??= error;
  }

  #lose(error: Error): void {
    this.#lost ??= error;
    this.#client.connection.stream.destroy();
    this.#running?.pipeline.fail(error);
    this.#endRun();
  }

  #endRun(): void {
    const running = this.#running;
    if (running?.pipeline.isDone !== true) return;
    this.#running = undefined;
    this.#prepared.confirm();
    running.end();
  }
}
