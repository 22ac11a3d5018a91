/** A user whom people can sign in as. */
export interface User {
  /** The `sub` of the user's tokens. */
  readonly id: string;
  /** The name on the page where people choose, and in the claim `name`. */
  readonly name: string;
  readonly roles: readonly string[];
  /** Further claims of the user's tokens. */
  readonly claims?: Readonly<Record<string, unknown>>;
}
