import pg, { type PoolClient } from 'pg';
import type { ReadSession, Sessions } from '../../../store/driver.ts';
import { SessionLost } from '../../session-lost.ts';
import { ALIVE_MS, type Opening, SessionClient } from './client.ts';

/** Sessions for reads, pooled by pg. To take one and give it back costs a microsecond. */
export class ReadSessions implements Sessions<ReadSession> {
  readonly max: number;
  readonly #pool: pg.Pool;
  readonly #opening: Opening;

  constructor(opening: Opening, max: number) {
    this.max = max;
    this.#opening = opening;
    this.#pool = new pg.Pool({
      Client: class extends SessionClient {
        constructor() {
          super(opening);
        }
      },
      connectionTimeoutMillis: opening.source.pool.connectTimeout,
      idleTimeoutMillis: IDLE_MS,
      // pg awaits it, whatever its type says.
      onConnect: (client) => (client as SessionClient).check(),
      max: 2 * max,
    });
    // Of a session that nobody uses: it is gone by then.
    this.#pool.on('error', () => undefined);
  }

  async use<T>(work: (session: ReadSession) => Promise<T>): Promise<T> {
    const client = (await this.#connect()) as PoolClient & SessionClient;
    const { session } = client;
    try {
      return await work(session);
    } finally {
      if (session.cancelling !== undefined) await session.cancelling;
      client.release(session.lost ?? session.isAltered);
    }
  }

  closeIdle(): void {
    for (const session of this.#opening.open) session.closeIfIdle(ALIVE_MS);
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw SessionLost.by(error);
    }
  }

  /** Lets what runs finish, then tells all sessions to close. */
  close(): Promise<void> {
    return this.#pool.end();
  }
}

/** How long a session is kept that nobody uses. */
const IDLE_MS = 60_000;
