import type { BoundStatement, ChangeSession, Driver, ReadSession, Sessions } from './driver.ts';

export interface ObservedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Milliseconds from sending the statement or its batch. */
  readonly duration: number;
  /** Absent on success. */
  readonly error?: unknown;
}

export function observeStatements(driver: Driver, observe: (statement: ObservedStatement) => void): Driver {
  const startTimer = () => {
    const start = performance.now();
    return ({ statement, values }: BoundStatement, outcome: object): void => {
      const error = 'error' in outcome ? { error: outcome.error } : {};
      observe({ text: statement.text, values, duration: performance.now() - start, ...error });
    };
  };
  const observeRead = (session: ReadSession): ReadSession => ({
    maxBatchSize: session.maxBatchSize,
    cancel: () => session.cancel(),
    run(statements, onOutcome) {
      const report = startTimer();
      return session.run(statements, (outcome, index) => {
        const statement = statements[index];
        if (statement !== undefined) report(statement, outcome);
        onOutcome(outcome, index);
      });
    },
  });
  const observeChange = (session: ChangeSession): ChangeSession => ({
    cancel: () => session.cancel(),
    reset: () => session.reset(),
    transaction: (work, isolation, calls) => session.transaction(work, isolation, calls),
    async run(statement) {
      const report = startTimer();
      try {
        const result = await session.run(statement);
        report(statement, { result });
        return result;
      } catch (error) {
        report(statement, { error });
        throw error;
      }
    },
  });
  return {
    ...(driver.estimate && { estimate: driver.estimate }),
    ...(driver.plans && { plans: driver.plans }),
    reads: observeSessions(driver.reads, observeRead),
    changes: observeSessions(driver.changes, observeChange),
    service: observeSessions(driver.service, observeRead),
    classify: (error) => driver.classify(error),
    close: () => driver.close(),
  };
}

const observeSessions = <S extends ReadSession | ChangeSession>(
  sessions: Sessions<S>,
  observe: (session: S) => S,
): Sessions<S> => ({
  max: sessions.max,
  closeIdle: () => sessions.closeIdle(),
  use: (work) => sessions.use((session) => work(observe(session))),
});
