/** A user to sign in as. */
export interface User {
  /** `sub` claim. */
  readonly id: string;
  /** Name on the selection page and in the `name` claim. */
  readonly name: string;
  readonly roles: readonly string[];
  /** Additional claims. */
  readonly claims?: Readonly<Record<string, unknown>>;
}
