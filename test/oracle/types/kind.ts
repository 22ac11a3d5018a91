/** A type of a database that is shown as text, and values of it. */
export interface Kind {
  /** In names of tables and entities: letters and digits, a capital in front. */
  readonly name: string;
  /** As a column is declared. */
  readonly type: string;
  /** As a literal is cast to it, where that is another word. */
  readonly cast?: string;
  /** Literals of values, equal ones that are written differently among them. */
  readonly values: readonly string[];
  /** What its values have. */
  readonly has: 'order' | 'equality' | 'nothing';
  /** What is no value of it; none where every text is one. */
  readonly unfit?: string;
  /** Whether it can be no key of its own: too large for an index, or without an order. */
  readonly noKey?: true;
}
