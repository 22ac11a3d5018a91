/** A session is of no more use, or there was none: why, is its cause. Nobody knows what became of what was sent. */
export class SessionLost extends Error {
  override readonly name = 'SessionLost';

  /** @param silence milliseconds for which the database has said nothing */
  static ofSilence(silence: number): SessionLost {
    return new SessionLost(`The database has said nothing for ${silence} ms`);
  }

  /** Whatever a library says of it. */
  static by(cause: unknown): SessionLost {
    if (cause instanceof SessionLost) return cause;
    return new SessionLost(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
