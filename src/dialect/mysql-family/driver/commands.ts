import type { Connection, FieldPacket } from 'mysql2';
import type { SessionQuery } from './connect-options.ts';
import type { QueryCallback } from './prepared-statements.ts';

export interface CommandResult {
  readonly answer: unknown;
  readonly fields: readonly FieldPacket[] | undefined;
}

export class Commands {
  /** Connection with callbacks. Promises of mysql2 would cost more time than the rest of the driver. */
  readonly connection: Connection;
  #running: Promise<unknown> | undefined;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** Undefined while idle. */
  get running(): Promise<unknown> | undefined {
    return this.#running;
  }

  get threadId(): number {
    const { threadId } = this.connection;
    if (threadId === null) throw new Error('An open session has a thread ID');
    return threadId;
  }

  track(run: (done: QueryCallback) => void): Promise<CommandResult> {
    let isDone = false;
    const running = new Promise<CommandResult>((resolve, reject) => {
      run((error, answer, fields) => {
        isDone = true;
        this.#running = undefined;
        if (error) reject(error);
        else resolve({ answer, fields });
      });
    });
    if (!isDone) this.#running = running;
    return running;
  }

  async execute(...statements: readonly string[]): Promise<void> {
    for (const text of statements) await this.track((done) => this.connection.query(text, done));
  }

  readonly query: SessionQuery = async (text) => {
    const { answer } = await this.track((done) => this.connection.query({ sql: text, rowsAsArray: false }, done));
    return answer as Awaited<ReturnType<SessionQuery>>;
  };
}
