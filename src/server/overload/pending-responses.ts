import type { Socket } from 'node:net';
import type { AnswerRequest } from '../../app/application.ts';
import { ApiError } from '../../base/errors.ts';
import { responseTimeout } from '../http/to-api-error.ts';
import type { Connections } from './connections.ts';
import { type TimedWork, TimeLimit } from './time-limit.ts';

/** Milliseconds in which a canceled change can still report its outcome. */
const ROLLBACK_GRACE_MS = 2_000;

export type WaitLimits = Required<Pick<AnswerRequest, 'signal' | 'deadline'>>;

export class PendingResponses {
  readonly #connections: Connections;
  readonly #timeLimit: TimeLimit;
  readonly #rollbackLimit = new TimeLimit(ROLLBACK_GRACE_MS);

  /** @param milliseconds time limit of a response */
  constructor(connections: Connections, milliseconds: number) {
    this.#connections = connections;
    this.#timeLimit = new TimeLimit(milliseconds);
  }

  /**
   * Aborts the signal after the time limit, or if the client disconnects. After the time limit, a read is rejected at
   * once; a change may still report its outcome during `ROLLBACK_GRACE_MS`.
   * @throws errors of `answer`; ApiError DatabaseTimeout, OutcomeUnknown
   */
  wait<T>(socket: Socket, isChange: boolean, answer: (limits: WaitLimits) => Promise<T>): Promise<T> {
    const { waiting } = this.#connections.of(socket);
    const controller = new AbortController();
    const { signal } = controller;
    if (socket.destroyed) controller.abort();
    return new Promise((resolve, reject) => {
      const running = this.#timeLimit.begin(() => {
        controller.abort();
        if (isChange) outcome = this.#rollbackLimit.begin(() => reject(outcomeUnknown()));
        else reject(responseTimeout());
      });
      let outcome: TimedWork | undefined;
      const end = (): void => {
        this.#timeLimit.end(running);
        if (outcome !== undefined) this.#rollbackLimit.end(outcome);
        waiting.delete(controller);
      };
      waiting.add(controller);
      answer({ signal, deadline: running.deadline }).then(
        (answer) => {
          end();
          resolve(answer);
        },
        (error) => {
          end();
          reject(error);
        },
      );
    });
  }
}

const outcomeUnknown = (): ApiError =>
  new ApiError(
    'OutcomeUnknown',
    'The write timed out, and its outcome is unknown. Check the rows before you repeat it.',
  );
