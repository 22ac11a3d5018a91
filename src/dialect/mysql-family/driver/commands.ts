import type { Connection, FieldPacket } from 'mysql2';
import type { Ask } from './connect-options.ts';
import type { QueryCallback } from './prepared-statements.ts';

/** What a command gave. */
export interface CommandResult {
  readonly answer: unknown;
  readonly fields: readonly FieldPacket[] | undefined;
}

/** What a session sends, one command after the other. */
export class Commands {
  /** As mysql2 has it: its promises cost more than all else that is done for a statement here. */
  readonly connection: Connection;
  #running: Promise<unknown> | undefined;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** What runs now. */
  get running(): Promise<unknown> | undefined {
    return this.#running;
  }

  /** What the server calls the session. */
  get threadId(): number {
    const { threadId } = this.connection;
    if (threadId === null) throw new Error('a session that is open has a number');
    return threadId;
  }

  /** Runs a command, which is what runs until it is done. */
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

  /** Runs statements of which nothing is read. */
  async say(...texts: readonly string[]): Promise<void> {
    for (const text of texts) await this.track((done) => this.connection.query(text, done));
  }

  readonly ask: Ask = async (text) => {
    const { answer } = await this.track((done) => this.connection.query({ sql: text, rowsAsArray: false }, done));
    return answer as Awaited<ReturnType<Ask>>;
  };
}
