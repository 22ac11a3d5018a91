/** Somebody as whom one can sign in. */
export interface User {
  /** The `sub` of their tokens. */
  readonly id: string;
  /** What they are called on the page where one chooses, and in the claim `name`. */
  readonly name: string;
  readonly roles: readonly string[];
  /** Further claims of their tokens. */
  readonly claims?: Readonly<Record<string, unknown>>;
}
