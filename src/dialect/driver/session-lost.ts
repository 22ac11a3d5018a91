/** Error of a session that was lost. The outcome of its statements is unknown. */
export class SessionLost extends Error {
  override readonly name = 'SessionLost';

  static timeout(timeoutMs: number): SessionLost {
    return new SessionLost(`The database has not responded for ${timeoutMs} ms`);
  }

  static from(cause: unknown): SessionLost {
    if (cause instanceof SessionLost) return cause;
    return new SessionLost(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
