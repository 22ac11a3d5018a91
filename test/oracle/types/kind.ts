/** A type printed as a string, and some of its values. */
export interface Kind {
  /** Used in names of tables and entities: matches `[A-Z][A-Za-z0-9]*`. */
  readonly name: string;
  readonly type: string;
  /** Type of a cast, if different. */
  readonly cast?: string;
  /** Literals, including equal values in different formats. */
  readonly values: readonly string[];
  /** Supported comparisons. */
  readonly has: 'order' | 'equality' | 'nothing';
  /** An invalid value; absent if every string is valid. */
  readonly invalid?: string;
  /** True if the type cannot be a key: it is too large for an index, or has no order. */
  readonly noKey?: true;
}
