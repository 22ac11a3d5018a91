import { type ErrorCode, type ErrorDetails, refuse } from '../base/errors.ts';

/** A position in the text of an option, in UTF-16 units, counted from 0. */
export interface OptionPosition {
  /** The name of the text, such as `$filter`. */
  readonly option: string;
  readonly at: number;
}

/** Refuses what stands at a position of an option's text; the details have both. @throws Refusal, always */
export function refuseAt(
  { option, at }: OptionPosition,
  message: string,
  { code = 'BadRequest', details = {} }: { readonly code?: ErrorCode; readonly details?: ErrorDetails } = {},
): never {
  return refuse(code, `${option} at position ${at}: ${message}`, { option, position: at, ...details });
}
