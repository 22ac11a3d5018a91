import { ApiError } from '../base/errors.ts';

const MESSAGE = 'The database schema has changed. Try again later.';

/** The database differs from its catalog, which must be re-read. */
export class SchemaChanged extends ApiError {
  /** ApiError if the re-read catalog is unchanged: a routine or a trigger is at fault. Absent if none is involved. */
  readonly otherwise: ApiError | undefined;

  /** True if `otherwise` is more likely than a change: the statement matches the catalog and reads a view. */
  readonly isLikelyOtherwise: boolean;

  constructor(cause: unknown, otherwise?: ApiError, isLikelyOtherwise = false) {
    super('Unavailable', MESSAGE, { cause });
    this.otherwise = otherwise;
    this.isLikelyOtherwise = isLikelyOtherwise;
  }
}

/** Returns the refusal for a missing or retyped name. */
export const schemaChanged = (cause: unknown): SchemaChanged => new SchemaChanged(cause);

/** Returns the refusal for a request parsed with an earlier catalog. */
export const outdated = (): ApiError => new ApiError('Unavailable', MESSAGE);
