/** Who asks: one role, and what the token said. Made by `server/identity/`, read by `plan/`. */
export interface Identity {
  /** `anonymous`, `authenticated` or a configured role; exactly one per request. */
  readonly role: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

export const ANONYMOUS: Identity = Object.freeze({ role: 'anonymous', claims: Object.freeze({}) });
