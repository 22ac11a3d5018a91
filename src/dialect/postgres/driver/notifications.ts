import pg from 'pg';
import type { ChangeNotifications, NotificationHandlers, TableName } from '../../../store/driver.ts';
import { SessionLost } from '../../driver/session-lost.ts';
import type { ConnectOptions } from './client.ts';
import { SessionClient } from './client.ts';

const FIRST_RETRY_MS = 100;

const MAX_RETRY_MS = 5000;

/** A session that fails silently is found by its next query. */
const CHECK_INTERVAL_MS = 5000;

const CHECK_TIMEOUT_MS = 5000;

/**
 * Tables of `$1` whose changes the trigger of docs/live-signals.md notifies to channel `$2`. The trigger must be
 * enabled, run after each statement of all four kinds, and have no condition. Writes to a partition or child table name
 * that table, so each of them needs the trigger, too. Remote changes of a foreign table run no trigger.
 */
const NOTIFYING_TABLES = `
  with recursive named as (
    select n.nspname as schema, c.relname as name, c.oid, c.oid as root
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    join pg_catalog.jsonb_to_recordset($1::jsonb) as t (schema text, name text)
      on t.schema = n.nspname and t.name = c.relname
    where c.relkind in ('r', 'p')
  ), members as (
    select oid, root from named
    union
    select i.inhrelid, m.root from members m join pg_catalog.pg_inherits i on i.inhparent = m.oid
  ), silent as (
    select m.root from members m where not exists (
      select from pg_catalog.pg_trigger g
      join pg_catalog.pg_proc p on p.oid = g.tgfoid
      where g.tgrelid = m.oid and p.proname = 'joinery_notify' and g.tgenabled in ('O', 'A') and g.tgtype = 60
        and g.tgqual is null and pg_catalog.cardinality(g.tgattr::int2[]) = 0
        and g.tgargs = pg_catalog.convert_to($2, 'UTF8') || '\\x00'::bytea
    )
  )
  select schema, name from named where root not in (select root from silent)`;

/** Listens on a session that it keeps open, and reconnects when that session ends. */
export class PostgresNotifications implements ChangeNotifications {
  readonly #connectOptions: ConnectOptions;
  readonly #channel: string;
  readonly #handlers: NotificationHandlers;
  #client: SessionClient | undefined;
  #isConnected = false;
  #isClosed = false;
  #retryMs = FIRST_RETRY_MS;
  #timer: NodeJS.Timeout | undefined;
  #connecting: Promise<void>;

  constructor(connectOptions: ConnectOptions, channel: string, handlers: NotificationHandlers) {
    this.#connectOptions = connectOptions;
    this.#channel = channel;
    this.#handlers = handlers;
    this.#connecting = this.#connect();
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  async send(payloads: readonly string[]): Promise<void> {
    // An array as JSON needs no codec.
    const text = `select pg_catalog.pg_notify($1, p) from pg_catalog.jsonb_array_elements_text($2::jsonb) as p`;
    await this.#query(text, [this.#channel, JSON.stringify(payloads)]);
  }

  async notifyingTables(tables: readonly TableName[]): Promise<readonly TableName[]> {
    const rows = await this.#query(NOTIFYING_TABLES, [JSON.stringify(tables), this.#channel]);
    return rows as readonly TableName[];
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#isConnected = false;
    clearTimeout(this.#timer);
    await this.#connecting;
    await this.#client?.end().catch(() => undefined);
  }

  async #query(text: string, values: readonly string[]): Promise<readonly object[]> {
    const client = this.#client;
    if (client === undefined || !this.#isConnected) throw new SessionLost('The notification session is closed');
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new SessionLost('The notification session does not respond')), CHECK_TIMEOUT_MS);
    });
    try {
      const { rows } = await Promise.race([client.query(text, [...values]), silence]);
      return rows;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) this.#lose(client, error);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async #connect(): Promise<void> {
    const client = new SessionClient({ ...this.#connectOptions, open: new Set() });
    client.on('error', (error) => this.#lose(client, error));
    client.on('end', () => this.#lose(client, new SessionLost('The notification session has ended')));
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === this.#channel) this.#handlers.onPayload(payload);
    });
    this.#client = client;
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(this.#channel)}`);
      if (this.#isClosed || this.#client !== client) return;
      this.#isConnected = true;
      this.#retryMs = FIRST_RETRY_MS;
      this.#handlers.onConnected();
      this.#scheduleCheck();
    } catch (error) {
      this.#lose(client, error);
    }
  }

  /** Reconnects. Events of an earlier client are ignored. */
  #lose(client: SessionClient, error: unknown): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    this.#isConnected = false;
    client.connection.stream.destroy();
    if (this.#isClosed) return;
    this.#handlers.onLost(error);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#connecting = this.#connect();
    }, this.#retryMs).unref();
    this.#retryMs = Math.min(2 * this.#retryMs, MAX_RETRY_MS);
  }

  #scheduleCheck(): void {
    this.#timer = setTimeout(async () => {
      await this.#query('select 1', []).catch(() => undefined);
      if (this.#isConnected && !this.#isClosed) this.#scheduleCheck();
    }, CHECK_INTERVAL_MS).unref();
  }
}
