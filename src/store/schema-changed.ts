import { Refusal } from '../base/errors.ts';

const MESSAGE = 'The schema of the database has changed; try again in a moment.';

/** Unavailable because the database is not as its catalog said: the catalog has to be read again. */
export class SchemaChanged extends Refusal {
  /** What is so where the catalog says the same when it is read again: a routine or a trigger is at fault. Absent where none takes part. */
  readonly otherwise: Refusal | undefined;

  /** True where `otherwise` is likelier than a change: a statement that fits the catalog reads a view. */
  readonly isLikelyOtherwise: boolean;

  constructor(cause: unknown, otherwise?: Refusal, isLikelyOtherwise = false) {
    super('Unavailable', MESSAGE, { cause });
    this.otherwise = otherwise;
    this.isLikelyOtherwise = isLikelyOtherwise;
  }
}

/** The refusal where the database does not know a name, or has it with another type. */
export const schemaChanged = (cause: unknown): SchemaChanged => new SchemaChanged(cause);

/** The refusal of a request that was read by a catalog which has been read again since. */
export const outdated = (): Refusal => new Refusal('Unavailable', MESSAGE);
