/** The message lists every problem with its location. */
export class UnusableConfiguration extends Error {
  override readonly name = 'UnusableConfiguration';
}
