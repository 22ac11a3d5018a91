import type { ErrorCode } from '../base/errors.ts';
import type { Runtime } from '../config/config.ts';

/** The part of the service that says a code. */
type Place = 'graphql' | 'elsewhere';

/**
 * Our codes as Data API builder's sub-status codes; `graphql` is what the GraphQL engine in it says by itself. What it has no code for is
 * the nearest one.
 * https://github.com/Azure/data-api-builder/blob/main/src/Config/DataApiBuilderException.cs
 * https://github.com/ChilliCream/graphql-platform/blob/main/src/HotChocolate/Core/src/Abstractions/ErrorCodes.cs
 */
const dabCodes: Readonly<Record<ErrorCode, { readonly elsewhere: string; readonly graphql?: string }>> = {
  EntityNotFound: { elsewhere: 'EntityNotFound' },
  InvalidField: { elsewhere: 'BadRequest' },
  Forbidden: { elsewhere: 'AuthorizationCheckFailed', graphql: 'AUTH_NOT_AUTHORIZED' },
  Unauthenticated: { elsewhere: 'AuthenticationChallenge', graphql: 'AUTH_NOT_AUTHENTICATED' },
  ItemNotFound: { elsewhere: 'ItemNotFound' },
  OperationNotOffered: { elsewhere: 'BadRequest' },
  BadRequest: { elsewhere: 'BadRequest' },
  UnsupportedMediaType: { elsewhere: 'BadRequest' },
  NotAcceptable: { elsewhere: 'BadRequest' },
  LimitExceeded: { elsewhere: 'BadRequest' },
  RateLimited: { elsewhere: 'BadRequest' },
  Conflict: { elsewhere: 'DatabaseOperationFailed' },
  ConstraintViolated: { elsewhere: 'DatabaseOperationFailed' },
  ApplicationError: { elsewhere: 'DatabaseOperationFailed' },
  PreconditionFailed: { elsewhere: 'BadRequest' },
  Unavailable: { elsewhere: 'DatabaseOperationFailed' },
  DatabaseTimeout: { elsewhere: 'DatabaseOperationFailed' },
  Internal: { elsewhere: 'UnexpectedError' },
};

/** A code as clients are told it, in the style that the configuration asks for. */
export function publicCode(code: ErrorCode, style: Runtime['errorCodes'], place: Place): string {
  const { elsewhere, graphql = elsewhere } = dabCodes[code];
  if (style === 'joinery') return code;
  return place === 'graphql' ? graphql : elsewhere;
}
