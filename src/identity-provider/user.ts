export interface User {
  /** `sub` claim. */
  readonly id: string;
  /** Also the `name` claim. */
  readonly name: string;
  readonly roles: readonly string[];
  readonly claims?: Readonly<Record<string, unknown>>;
}
