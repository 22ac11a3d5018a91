import type { DatabasePoolConnection } from 'slonik';
import type { DataSource } from '../../../config/config.ts';
import type { ChangeSession, ReadSession, Unit } from '../../../store/driver.ts';
import type { Result, TextRow } from '../../../store/result.ts';
import type { Session } from './session.ts';
import type { BatchStatement } from './statement-batch.ts';

/** What of the configuration a session needs to know. */
type SessionSource = Pick<DataSource, 'prepared' | 'statementTimeout'>;

/**
 * What the next one to get the session must not meet: settings, a role, temporary tables, locks. `discard all` would throw prepared
 * statements away as well. What was taken back has left nothing.
 */
const RESET = [
  'reset session authorization',
  'reset all',
  'discard temp',
  'unlisten *',
  'select pg_advisory_unlock_all()',
].join('; ');

/** A session of the pool, for as long as it is lent. slonik makes its transactions; statements go to its own client. */
export class LentSession {
  readonly #session: Session;
  readonly #slonik: DatabasePoolConnection;
  readonly #source: SessionSource;

  constructor(session: Session, slonik: DatabasePoolConnection, source: SessionSource) {
    this.#session = session;
    this.#slonik = slonik;
    this.#source = source;
  }

  /** What the session was lost by; undefined while it is of use. */
  get lost(): unknown {
    return this.#session.lost;
  }

  async run(unit: Unit): Promise<Result> {
    const { settings } = unit;
    const set = Object.entries(settings).map(setLocal);
    const outcomes = await this.#session.runAll([...set, this.#toStatement(unit)]);
    const outcome = outcomes.find((one) => one !== undefined && 'error' in one) ?? outcomes[set.length];
    if (outcome === undefined || 'error' in outcome) throw outcome?.error;
    return outcome.result;
  }

  async transaction<T>(work: () => Promise<T>): Promise<T> {
    // Sessions read what is committed, whatever is said here: see their settings.
    return this.#slonik.transaction(work);
  }

  async reset(): Promise<void> {
    await this.#session.query(RESET);
  }

  #toStatement({ statement: { text, name, namesColumns }, values }: Unit): BatchStatement {
    return { text, name: this.#source.prepared ? name : undefined, values: values as TextRow, namesColumns };
  }
}

const setLocal = ([name, value]: readonly [name: string, value: string]): BatchStatement => ({
  name: 'set',
  text: 'select set_config($1, $2, true)',
  values: [name, value],
});

/** A session as reads use it. */
export const readSession = (session: LentSession): ReadSession => ({
  maxUnits: 16,
  run: async (units, tell) => {
    for (const [index, unit] of units.entries()) {
      await session.run(unit).then(
        (result) => tell({ result }, index),
        (error) => tell({ error }, index),
      );
    }
  },
  cancel: async () => undefined,
});

/** A session as changes use it. */
export const changeSession = (session: LentSession): ChangeSession => ({
  run: (unit) => session.run(unit),
  transaction: (work) => session.transaction(work),
  reset: () => session.reset(),
  cancel: async () => undefined,
});
