import type { ReceivedRequest } from '../base/observation.ts';
import type { Observers } from '../base/observers.ts';
import type { BoundStatement, ChangeSession, Driver, ReadSession, Sessions } from './driver.ts';
import type { StatementTrace } from './script.ts';

export interface ObservedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Milliseconds from sending the statement or its batch. */
  readonly duration: number;
  /** Absent on success. */
  readonly error?: unknown;
}

/** Called when a statement, or its batch, is sent. The returned function is called once the statement has ended. */
type Begin = (statement: BoundStatement) => ReturnType<StatementTrace['begin']> | undefined;

export const traceStatement: Begin = ({ statement: { text }, trace }) => trace?.begin(text);

/** Returns a trace that also reports the duration of each statement of a request. */
export function reportTime(
  request: ReceivedRequest,
  trace: StatementTrace | undefined,
  observe: Observers['observe'],
): StatementTrace {
  return {
    ...trace,
    begin: (text) => {
      const end = trace?.begin(text);
      return (error, since) => {
        end?.(error, since);
        observe({ kind: 'statement', request, duration: performance.now() - since });
      };
    },
  };
}

export const timeStatement =
  (observe: (statement: ObservedStatement) => void): Begin =>
  ({ statement: { text }, values }) => {
    const start = performance.now();
    return (error) =>
      observe({ text, values, duration: performance.now() - start, ...(error !== undefined && { error }) });
  };

export function observeStatements(driver: Driver, begin: Begin): Driver {
  const observeRead = (session: ReadSession): ReadSession => ({
    maxBatchSize: session.maxBatchSize,
    cancel: () => session.cancel(),
    run(statements, onOutcome) {
      let since = performance.now();
      const ends = statements.map(begin);
      return session.run(statements, (outcome, index) => {
        ends[index]?.('error' in outcome ? outcome.error : undefined, since);
        since = performance.now();
        onOutcome(outcome, index);
      });
    },
  });
  const observeChange = (session: ChangeSession): ChangeSession => ({
    cancel: () => session.cancel(),
    reset: () => session.reset(),
    transaction: (work, isolation, calls) => session.transaction(work, isolation, calls),
    async run(statement) {
      const since = performance.now();
      const end = begin(statement);
      try {
        const result = await session.run(statement);
        end?.(undefined, since);
        return result;
      } catch (error) {
        end?.(error, since);
        throw error;
      }
    },
  });
  return {
    ...driver,
    reads: observeSessions(driver.reads, observeRead),
    changes: observeSessions(driver.changes, observeChange),
    service: observeSessions(driver.service, observeRead),
    live: observeSessions(driver.live, observeRead),
  };
}

const observeSessions = <S extends ReadSession | ChangeSession>(
  sessions: Sessions<S>,
  observe: (session: S) => S,
): Sessions<S> => ({
  max: sessions.max,
  get open() {
    return sessions.open;
  },
  closeIdle: () => sessions.closeIdle(),
  use: (work) => sessions.use((session) => work(observe(session))),
});
