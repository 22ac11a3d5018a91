import { ApiError } from '../base/errors.ts';

const MESSAGE = 'The database schema has changed. Try again later.';

/** Error of a statement that does not match the database: the catalog must be re-read. */
export class SchemaChanged extends ApiError {
  /** Error to report if the re-read catalog is unchanged: then a routine or trigger is the cause. */
  readonly routineError: ApiError | undefined;

  /** True if the statement evaluates SQL of the database, such as a view, so that `routineError` is more likely. */
  readonly isRoutineErrorLikely: boolean;

  constructor(cause: unknown, routineError?: ApiError, isRoutineErrorLikely = false) {
    super('Unavailable', MESSAGE, { cause });
    this.routineError = routineError;
    this.isRoutineErrorLikely = isRoutineErrorLikely;
  }
}

/** Returns the error for a missing or retyped column or table. */
export const schemaChanged = (cause: unknown): SchemaChanged => new SchemaChanged(cause);

/** Returns the error for a request that was parsed with an earlier catalog. */
export const outdatedDocumentError = (): ApiError => new ApiError('Unavailable', MESSAGE);
