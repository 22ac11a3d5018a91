import { FIRST_RAISED, UNNUMBERED } from './error-numbers.ts';

/** What the server says of an error: https://learn.microsoft.com/openspecs/windows_protocols/ms-tds/9805e9fa-1f8b-4cf8-8f78-8d2602228635 */
interface Said {
  readonly message: string;
  readonly number?: number | undefined;
  readonly state?: number | undefined;
  readonly class?: number | undefined;
  readonly procName?: string | undefined;
  readonly lineNumber?: number | undefined;
}

/** Errors that tell what became of the transaction because of another error, which is told before them. */
const FOLLOWING: ReadonlySet<number> = new Set([266, 3609, 3616, 3621, 3903, 3930, 3998]);

/** An error of the server. */
export class ServerError extends Error {
  override readonly name = 'ServerError';
  readonly number: number;
  readonly state: number;
  /** How bad it is; from 20 on the server ends the session. */
  readonly severity: number;
  /** The procedure, trigger or function that it happened in; empty for a statement of ours. */
  readonly procName: string;
  /** Of the batch, or of the procedure, counted from 1. */
  readonly lineNumber: number;

  /** What was printed before it, by PRINT and by RAISERROR that is none. */
  readonly printed: readonly string[];

  constructor(said: Said, cause?: unknown, printed: readonly string[] = []) {
    super(said.message, { cause });
    this.number = said.number ?? 0;
    this.state = said.state ?? 0;
    this.severity = said.class ?? 0;
    this.procName = said.procName ?? '';
    this.lineNumber = said.lineNumber ?? 0;
    this.printed = printed;
  }

  /** Whether THROW or RAISERROR has told it. */
  get isRaised(): boolean {
    return this.number >= FIRST_RAISED && this.number !== UNNUMBERED;
  }

  /** SQL Server has numbers in place of it. */
  get sqlState(): string {
    return String(this.number);
  }

  /** The error that a request failed by, where several were told; undefined where none is the server's. */
  static of(error: unknown, printed: readonly string[] = []): ServerError | undefined {
    const told: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
    const errors = told.filter(isSaid);
    const first = errors.find(({ number }) => !FOLLOWING.has(number ?? 0)) ?? errors[0];
    return first && new ServerError(first, error, printed);
  }
}

const isSaid = (error: unknown): error is Error & Said =>
  error instanceof Error && 'number' in error && typeof error.number === 'number';
