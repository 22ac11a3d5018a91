/** We have given a session up: what is behind it says nothing, or more than was asked for. */
export class SessionLost extends Error {
  override readonly name = 'SessionLost';

  /** @param silence milliseconds for which it has said nothing */
  static ofSilence(silence: number): SessionLost {
    return new SessionLost(`The database has said nothing for ${silence} ms`);
  }
}
