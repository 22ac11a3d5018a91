import { inspect, styleText } from 'node:util';
import type { SourceLocation } from 'graphql';
import { ApiError } from '../base/errors.ts';
import { ConfigurationError, type Problem } from '../base/problem.ts';
import { formatProblems } from '../config/format-problems.ts';
import type { CommandContext } from './command-context.ts';
import { UnusableConfiguration } from './unusable-configuration.ts';

/** https://nodejs.org/api/errors.html#class-systemerror */
type SystemError = NodeJS.ErrnoException & { readonly port?: number; readonly address?: string };

const SYSTEM_ERRORS: Readonly<Record<string, (error: SystemError) => string>> = {
  EADDRINUSE: ({ address, port }) =>
    `Port ${port} of ${address} is in use. Stop the program that uses it, or choose another port with --port.`,
  EADDRNOTAVAIL: ({ address }) => `This machine has no address ${address}. Choose another with --host.`,
  ENOTFOUND: () => 'Unknown host name. Choose another with --host.',
  EACCES: ({ address, port, path }) =>
    address === undefined
      ? `Cannot open ${path}. Check its permissions.`
      : `Cannot open port ${port}. Choose a port above 1023.`,
  ENOENT: ({ path }) => `Cannot open ${path}. The file or folder does not exist.`,
  EISDIR: ({ path }) => `${path ?? 'That'} is a folder, not a file.`,
};

const CONNECTION_ADVICE =
  'Check that the host and port in "data-source.connection-string" belong to a running server of the type in "data-source.database-type". For TLS errors, check "data-source.tls.mode".';

/** Returns a sentence if the user can fix the error, else all details. */
export function describeError(error: unknown, { stderr }: Pick<CommandContext, 'stderr'>): string {
  const sentence = describeUserError(error);
  const mark = styleText('red', 'error', { stream: stderr });
  return sentence === undefined
    ? `${mark}: Joinery failed with an internal error.\n${inspect(error)}`
    : `${mark}: ${sentence}`;
}

/** Returns undefined for an internal error. */
function describeUserError(error: unknown): string | undefined {
  if (error instanceof UnusableConfiguration) return error.message;
  if (error instanceof ConfigurationError) return formatProblems(error.problems);
  if (error instanceof ApiError && error.code === 'Unavailable' && error.details?.setting === undefined) {
    return `The database is unreachable${describeCause(error)}. ${CONNECTION_ADVICE}`;
  }
  if (error instanceof ApiError) return `${describePlace(error)}${error.message}${describeCause(error)}`;
  if (error instanceof AggregateError) return error.errors.map(describeUserError).join('\n');
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return SYSTEM_ERRORS[String(error.code)]?.(error as SystemError);
}

/** Returns the problems with their paths; undefined for an internal error. */
export function findProblems(error: unknown): readonly Problem[] | undefined {
  if (error instanceof UnusableConfiguration && error.cause instanceof ConfigurationError) return error.cause.problems;
  const message = describeUserError(error);
  if (message === undefined) return undefined;
  return [{ path: error instanceof ApiError ? ['data-source'] : [], message, severity: 'error' }];
}

/** Formats ` (connect ECONNREFUSED …)`, for operators only. */
export function describeCause({ cause }: Pick<Error, 'cause'>): string {
  if (cause instanceof AggregateError) return describeCause({ cause: cause.errors[0] });
  if (!(cause instanceof Error)) return '';
  return describeCause(cause) || ` (${cause.message})`;
}

function describePlace({ details }: ApiError): string {
  const { locations: [place] = [] } = (details ?? {}) as { readonly locations?: readonly SourceLocation[] };
  return place === undefined ? '' : `${place.line}:${place.column}: `;
}
