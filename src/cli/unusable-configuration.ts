/** A configuration that cannot be started. The message lists every problem with its location. */
export class UnusableConfiguration extends Error {
  override readonly name = 'UnusableConfiguration';
}
