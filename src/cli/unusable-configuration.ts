/** A configuration that cannot be started, in words for a terminal: every problem with its place in the file. */
export class UnusableConfiguration extends Error {
  override readonly name = 'UnusableConfiguration';
}
