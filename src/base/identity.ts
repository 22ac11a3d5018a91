/** Role and claims of the caller. Created by `server/identity/`, read by `plan/`. */
export interface Identity {
  /** `anonymous`, `authenticated`, or a configured role. */
  readonly role: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Returns whether a caller is identified. Claims are enough, because policies of `anonymous` can use them. */
export const isIdentified = ({ role, claims }: Identity): boolean =>
  role !== ANONYMOUS.role || Object.keys(claims).length > 0;

export const ANONYMOUS: Identity = Object.freeze({ role: 'anonymous', claims: Object.freeze({}) });
