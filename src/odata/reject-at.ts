import { type ErrorCode, type ErrorDetails, throwApiError } from '../base/errors.ts';

/** 0-based, in UTF-16 code units. */
export interface OptionPosition {
  readonly option: string;
  readonly at: number;
}

/** Always throws. @throws ApiError with option and position in its details */
export function rejectAt(
  { option, at }: OptionPosition,
  message: string,
  { code = 'BadRequest', details = {} }: { readonly code?: ErrorCode; readonly details?: ErrorDetails } = {},
): never {
  return throwApiError(code, `${option} at position ${at}: ${message}`, { option, position: at, ...details });
}
