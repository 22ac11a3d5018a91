/** Who asks: one role, and what the token said. Made by `server/identity/`, read by `plan/`. */
export interface Identity {
  /** `anonymous`, `authenticated` or a configured role; exactly one per request. */
  readonly role: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Returns whether a caller is identified. A claim is enough: policies of the role `anonymous` can ask for it. */
export const isIdentified = ({ role, claims }: Identity): boolean =>
  role !== ANONYMOUS.role || Object.keys(claims).length > 0;

export const ANONYMOUS: Identity = Object.freeze({ role: 'anonymous', claims: Object.freeze({}) });
