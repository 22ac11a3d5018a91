import { type ErrorCode, type ErrorDetails, refuse } from '../base/errors.ts';

/** A 0-based position in an option's text, in UTF-16 code units. */
export interface OptionPosition {
  /** Name of the text, such as `$filter`. */
  readonly option: string;
  readonly at: number;
}

/** Throws a Refusal with the option and position in its details. @throws Refusal */
export function refuseAt(
  { option, at }: OptionPosition,
  message: string,
  { code = 'BadRequest', details = {} }: { readonly code?: ErrorCode; readonly details?: ErrorDetails } = {},
): never {
  return refuse(code, `${option} at position ${at}: ${message}`, { option, position: at, ...details });
}
