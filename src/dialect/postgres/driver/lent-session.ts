import type { DatabasePoolConnection } from 'slonik';
import type { DataSource } from '../../../config/config.ts';
import type { BatchSession, Unit, UnitOutcome } from '../../../store/driver.ts';
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

/**
 * What the planner holds to be small, in its units: a read by a key costs 8, a page of twenty rows by an index 10 to 30, three levels
 * of lists 500. https://www.postgresql.org/docs/current/runtime-config-query.html#RUNTIME-CONFIG-QUERY-CONSTANTS
 */
const SMALL_COST = 100;

/** https://www.postgresql.org/docs/current/sql-explain.html, as JSON */
interface ExplainedPlan {
  readonly Plan: { readonly 'Total Cost': number };
}

/** A session of the pool, for as long as it is lent. slonik makes its transactions; statements go to its own client. */
export class LentSession implements BatchSession {
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
    const [outcome] = await this.#runAll([unit], unit.settings);
    if (outcome === undefined || 'error' in outcome) throw outcome?.error;
    return outcome.result;
  }

  async runBatch(units: readonly Unit[], timeoutMs?: number): Promise<readonly UnitOutcome[]> {
    const isShort = timeoutMs !== undefined && timeoutMs < this.#source.statementTimeout;
    return this.#runAll(units, isShort ? { statement_timeout: `${timeoutMs}` } : {});
  }

  async isSmall({ statement: { text }, values }: Unit): Promise<boolean> {
    const [row] = await this.#session.query(`explain (format json) ${text}`, values);
    const [explained] = JSON.parse(row?.['QUERY PLAN'] ?? '[]') as readonly ExplainedPlan[];
    return explained !== undefined && explained.Plan['Total Cost'] <= SMALL_COST;
  }

  async transaction<T>(work: () => Promise<T>): Promise<T> {
    // Sessions read what is committed, whatever is said here: see their settings.
    return this.#slonik.transaction(work);
  }

  async reset(): Promise<void> {
    await this.#session.query(RESET);
  }

  /** Settings are set by statements of their own in front, in the same message. */
  async #runAll(units: readonly Unit[], settings: Unit['settings']): Promise<readonly UnitOutcome[]> {
    const statements = units.map((unit) => this.#toStatement(unit));
    const set = Object.entries(settings).map(setLocal);
    if (set.length === 0) return this.#session.runAll(statements);
    const outcomes = await this.#session.runAll([...set, ...statements]);
    const failed = outcomes.slice(0, set.length).find((outcome) => outcome !== undefined && 'error' in outcome);
    return units.map((_, index) => failed ?? outcomes[index + set.length]);
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
