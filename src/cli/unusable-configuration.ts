/** The message lists all problems with their locations. */
export class UnusableConfiguration extends Error {
  override readonly name = 'UnusableConfiguration';
}
