import { ApiError } from '../../../src/base/errors.ts';
import { Observers } from '../../../src/base/observers.ts';
import { Admission } from '../../../src/execute/admission/admission.ts';
import { ReadPipeline } from '../../../src/execute/pipeline/read-pipeline.ts';
import type { Driver, ReadSession, Sessions, StatementOutcome } from '../../../src/store/driver.ts';
import type { ReadRequest } from '../../../src/store/script.ts';

/** A batch sent to a session. The test decides when it completes. */
export interface HeldMessage {
  readonly session: number;
  readonly texts: readonly string[];
  readonly cancels: number;
  /** Answers the next statement with its text. */
  answer(): void;
  fail(error: Error): void;
  /** Settles all requested cancellations. */
  settleCancels(): void;
}

/**
 * Sessions whose statements wait until the test answers them. Statements for which `isHeld` is false are answered at
 * once.
 */
export interface HeldSessions {
  readonly driver: Driver;
  readonly messages: HeldMessage[];
}

/** Error of a canceled statement. */
export const stopped = new Error('stopped');

/** @param isHeld returns whether a statement waits for the test; other statements are answered at once */
export function holdSessions(max: number, isHeld: (text: string) => boolean): HeldSessions {
  const messages: HeldMessage[] = [];
  const free = Array.from({ length: max }, (_, index) => index);
  const sessionOf = (session: number): ReadSession => {
    const cancels: (() => void)[] = [];
    let count = 0;
    return {
      maxBatchSize: 16,
      cancel: () => {
        count += 1;
        return new Promise((resolve) => cancels.push(resolve));
      },
      run: (statements, reportOutcome) =>
        new Promise((resolve) => {
          const texts = statements.map(({ statement }) => statement.text);
          count = 0;
          let next = 0;
          const report = (outcome: StatementOutcome): void => {
            next += 1;
            reportOutcome(outcome, next - 1);
            advance();
          };
          const advance = (): void => {
            const text = texts[next];
            if (text === undefined) resolve();
            else if (!isHeld(text)) report({ result: [{ rows: [[text]] }] });
          };
          messages.push({
            session,
            texts,
            get cancels() {
              return count;
            },
            answer: () => report({ result: [{ rows: [[texts[next] ?? null]] }] }),
            fail: (error) => report({ error }),
            settleCancels: () => {
              for (const settle of cancels.splice(0)) settle();
            },
          });
          advance();
        }),
    };
  };
  const sessions = Array.from({ length: max }, (_, index) => sessionOf(index));
  const reads: Sessions<ReadSession> = {
    max,
    open: max,
    closeIdle: () => undefined,
    use: async (work) => {
      const index = free.shift();
      const session = index === undefined ? undefined : sessions[index];
      if (index === undefined || session === undefined) throw new Error('All sessions are in use.');
      return await work(session).finally(() => free.push(index));
    },
  };
  const driver: Driver = {
    reads,
    service: reads,
    live: reads,
    changes: {
      max,
      open: max,
      closeIdle: () => undefined,
      use: () => Promise.reject(new Error('Nothing is changed here')),
    },
    classify: (error) => ({
      apiError: new ApiError(error === stopped ? 'DatabaseTimeout' : 'Unavailable', String(error)),
      isSessionLost: error !== stopped,
      isRolledBack: false,
      rejectsChanges: false,
    }),
    close: async () => undefined,
  };
  return { driver, messages };
}

/** Returns a read request with this SQL text, which is also its name. */
export const statement = (text: string): ReadRequest => ({
  kind: 'read',
  text,
  name: text,
  slots: [],
  calls: false,
  read: ([set]) => set?.rows[0] ?? [],
});

/** Opens a pipeline that treats every statement as small, and the queue of its sessions. */
export function openPipeline({ driver }: HeldSessions): {
  readonly pipeline: ReadPipeline;
  readonly admission: Admission;
} {
  const admission = new Admission({ max: driver.reads.max, maxWaiting: 100, acquireTimeoutMs: 60_000 });
  const estimate = { estimationQuery: (statement) => statement, isSmall: () => true } satisfies Driver['estimate'];
  const running = { driver, observers: new Observers(), maxBytes: 1000 };
  return { pipeline: new ReadPipeline(running, estimate, admission), admission };
}
