/** The outcome of sent statements is unknown. */
export class SessionLost extends Error {
  override readonly name = 'SessionLost';

  /** @param silence milliseconds without a response */
  static timeout(silence: number): SessionLost {
    return new SessionLost(`The database has not responded for ${silence} ms`);
  }

  static from(cause: unknown): SessionLost {
    if (cause instanceof SessionLost) return cause;
    return new SessionLost(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
