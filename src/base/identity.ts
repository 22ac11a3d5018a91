export interface Identity {
  /** `anonymous`, `authenticated`, or a configured role. */
  readonly role: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Returns false for an anonymous caller without claims. Policies of `anonymous` can use claims. */
export const isIdentified = ({ role, claims }: Identity): boolean =>
  role !== ANONYMOUS.role || Object.keys(claims).length > 0;

export const ANONYMOUS: Identity = Object.freeze({ role: 'anonymous', claims: Object.freeze({}) });
