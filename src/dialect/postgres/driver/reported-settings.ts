import type { Connection } from 'pg';

/** Those on which answers depend. Of the others that do, the server reports nothing. */
const NAMES: ReadonlySet<string> = new Set([
  'TimeZone',
  'DateStyle',
  'IntervalStyle',
  'client_encoding',
  'standard_conforming_strings',
  'search_path',
]);

/** What pg tells of a report. */
interface Report {
  readonly parameterName: string;
  readonly parameterValue: string;
}

/**
 * Settings of a session as the server reports them, at its start and whenever they change: so nobody has to ask whether a trigger has altered them.
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-ASYNC
 */
export class ReportedSettings {
  readonly #first = new Map<string, string>();
  readonly #altered = new Set<string>();
  #isStandby = false;

  constructor(connection: Connection) {
    connection.on('parameterStatus', (report: Report) => this.#note(report));
  }

  /** Whether one is another than at the start. */
  get areAltered(): boolean {
    return this.#altered.size > 0;
  }

  /** Whether the server is a hot standby, as it reports since PostgreSQL 14. */
  get isStandby(): boolean {
    return this.#isStandby;
  }

  #note({ parameterName: name, parameterValue: value }: Report): void {
    if (name === 'in_hot_standby') this.#isStandby = value === 'on';
    if (!NAMES.has(name)) return;
    const first = this.#first.get(name);
    if (first === undefined) this.#first.set(name, value);
    else if (first === value) this.#altered.delete(name);
    else this.#altered.add(name);
  }
}
