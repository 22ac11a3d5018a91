import type { ChangeSession, ReadSession, Sessions, StatementOutcome } from '../../store/driver.ts';

/** Adapts sessions that run one statement at a time. */
export const toReadSessions = (sessions: Sessions<Pick<ChangeSession, 'run' | 'cancel'>>): Sessions<ReadSession> => ({
  max: sessions.max,
  get open() {
    return sessions.open;
  },
  closeIdle: () => sessions.closeIdle(),
  use: (work) => sessions.use((session) => work(toReadSession(session))),
});

const toReadSession = (session: Pick<ChangeSession, 'run' | 'cancel'>): ReadSession => ({
  maxBatchSize: 1,
  run: async (statements, onOutcome) => {
    for (const [index, statement] of statements.entries()) {
      let outcome: StatementOutcome;
      try {
        outcome = { result: await session.run(statement) };
      } catch (error) {
        outcome = { error };
      }
      onOutcome(outcome, index);
    }
  },
  cancel: () => session.cancel(),
});
