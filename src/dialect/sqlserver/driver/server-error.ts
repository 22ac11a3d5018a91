import { FIRST_USER_ERROR, UNNUMBERED } from './error-numbers.ts';

/** https://learn.microsoft.com/openspecs/windows_protocols/ms-tds/9805e9fa-1f8b-4cf8-8f78-8d2602228635 */
interface ErrorToken {
  readonly message: string;
  readonly number?: number | undefined;
  readonly state?: number | undefined;
  readonly class?: number | undefined;
  readonly procName?: string | undefined;
  readonly lineNumber?: number | undefined;
}

/** Numbers of errors that the server reports after the actual error, as its consequence. */
const FOLLOW_UP_ERRORS: ReadonlySet<number> = new Set([266, 3609, 3616, 3621, 3903, 3930, 3998]);

export class ServerError extends Error {
  override readonly name = 'ServerError';
  readonly number: number;
  readonly state: number;
  /** At 20 or higher, the server ends the session. */
  readonly severity: number;
  /** Procedure or trigger that failed. Empty for the batch itself. */
  readonly procName: string;
  /** 1-based line of the procedure or batch. */
  readonly lineNumber: number;

  /** Messages of PRINT, and of RAISERROR with low severity. */
  readonly printed: readonly string[];

  constructor(token: ErrorToken, cause?: unknown, printed: readonly string[] = []) {
    super(token.message, { cause });
    this.number = token.number ?? 0;
    this.state = token.state ?? 0;
    this.severity = token.class ?? 0;
    this.procName = token.procName ?? '';
    this.lineNumber = token.lineNumber ?? 0;
    this.printed = printed;
  }

  get isRaised(): boolean {
    return this.number >= FIRST_USER_ERROR && this.number !== UNNUMBERED;
  }

  /** SQL Server has numbers instead of SQLSTATE. */
  get sqlState(): string {
    return String(this.number);
  }

  /** Returns undefined if no error is from the server. */
  static of(error: unknown, printed: readonly string[] = []): ServerError | undefined {
    const all: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
    const errors = all.filter(isErrorToken);
    const first = errors.find(({ number }) => !FOLLOW_UP_ERRORS.has(number ?? 0)) ?? errors[0];
    return first && new ServerError(first, error, printed);
  }
}

const isErrorToken = (error: unknown): error is Error & ErrorToken =>
  error instanceof Error && 'number' in error && typeof error.number === 'number';
