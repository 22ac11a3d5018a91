import { inspect, styleText } from 'node:util';
import type { SourceLocation } from 'graphql';
import { ApiError } from '../base/errors.ts';
import { UnusableConfiguration } from './unusable-configuration.ts';

/** https://nodejs.org/api/errors.html#class-systemerror */
type SystemError = NodeJS.ErrnoException & { readonly port?: number; readonly address?: string };

const SYSTEM_ERRORS: Readonly<Record<string, (error: SystemError) => string>> = {
  EADDRINUSE: ({ address, port }) =>
    `Port ${port} of ${address} is in use: stop the program that has it, or choose another with --port.`,
  EADDRNOTAVAIL: ({ address }) => `This machine has no address ${address}: choose another with --host.`,
  ENOTFOUND: () => 'The host name is not known: choose another with --host.',
  EACCES: ({ address, port, path }) =>
    address === undefined
      ? `${path} may not be opened: check its permissions.`
      : `Port ${port} may not be opened: choose one above 1023.`,
  ENOENT: ({ path }) => `${path} cannot be opened: there is no such file or folder.`,
  EISDIR: ({ path }) => `${path ?? 'That'} is a folder, not a file.`,
};

const MEND_CONNECTION =
  'Check host and port of "data-source.connection-string", that a server of the kind that "data-source.database-type" names listens there, and, where TLS is spoken of, "data-source.tls.mode".';

/** Returns a sentence if the user can fix the error, all details for a bug. */
export function describeError(error: unknown): string {
  const sentence = describeMistake(error);
  const mark = styleText('red', 'error', { stream: process.stderr });
  return sentence === undefined
    ? `${mark}: Joinery failed on a fault of its own.\n${inspect(error)}`
    : `${mark}: ${sentence}`;
}

/** Describes an error that the user can fix; returns undefined for a bug. */
export function describeMistake(error: unknown): string | undefined {
  if (error instanceof UnusableConfiguration) return error.message;
  if (error instanceof ApiError && error.code === 'Unavailable' && error.details?.setting === undefined) {
    return `The database cannot be reached${describeCause(error)}. ${MEND_CONNECTION}`;
  }
  if (error instanceof ApiError) return `${describePlace(error)}${error.message}${describeCause(error)}`;
  if (error instanceof AggregateError) return error.errors.map(describeMistake).join('\n');
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return SYSTEM_ERRORS[String(error.code)]?.(error as SystemError);
}

/** Formats ` (connect ECONNREFUSED …)`, for operators but not for clients. */
export function describeCause({ cause }: Pick<Error, 'cause'>): string {
  if (cause instanceof AggregateError) return describeCause({ cause: cause.errors[0] });
  if (!(cause instanceof Error)) return '';
  return describeCause(cause) || ` (${cause.message})`;
}

/** Formats `3:5: `. */
function describePlace({ details }: ApiError): string {
  const { locations: [place] = [] } = (details ?? {}) as { readonly locations?: readonly SourceLocation[] };
  return place === undefined ? '' : `${place.line}:${place.column}: `;
}
