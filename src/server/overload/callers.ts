import type { Socket } from 'node:net';
import type { AnswerRequest } from '../../app/application.ts';
import { Refusal } from '../../base/errors.ts';
import { answerTooSlow } from '../http/to-refusal.ts';
import type { Connections } from './connections.ts';
import { type Running, TimeLimit } from './time-limit.ts';

/**
 * Milliseconds that a change has to tell its outcome, once its time is over and it is cancelled. That takes a message to the database and
 * back.
 */
const OUTCOME_MS = 2_000;

/** Until when an answer is waited for; see `AnswerRequest`. */
export type WaitLimits = Required<Pick<AnswerRequest, 'signal' | 'deadline'>>;

/** Those who wait for answers: each for a time, and for as long as its connection is open. */
export class Callers {
  readonly #connections: Connections;
  readonly #time: TimeLimit;
  readonly #outcome = new TimeLimit(OUTCOME_MS);

  /** @param milliseconds how long an answer is waited for */
  constructor(connections: Connections, milliseconds: number) {
    this.#connections = connections;
    this.#time = new TimeLimit(milliseconds);
  }

  /**
   * Waits for an answer. When its time is over, or its client is gone, the signal is aborted. A read is given up then; a change says what
   * became of it, or soon nobody knows.
   * @param socket of the client
   * @throws what `ask` throws; Refusal DatabaseTimeout, OutcomeUnknown
   */
  wait<T>(socket: Socket, isChange: boolean, ask: (patience: WaitLimits) => Promise<T>): Promise<T> {
    const { waiting } = this.#connections.of(socket);
    const controller = new AbortController();
    const { signal } = controller;
    if (socket.destroyed) controller.abort();
    return new Promise((resolve, reject) => {
      const running = this.#time.begin(() => {
        controller.abort();
        if (isChange) outcome = this.#outcome.begin(() => reject(outcomeUnknown()));
        else reject(answerTooSlow());
      });
      let outcome: Running | undefined;
      const end = (): void => {
        this.#time.end(running);
        if (outcome !== undefined) this.#outcome.end(outcome);
        waiting.delete(controller);
      };
      waiting.add(controller);
      ask({ signal, deadline: running.deadline }).then(
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

const outcomeUnknown = (): Refusal =>
  new Refusal(
    'OutcomeUnknown',
    'The changes took too long, and the database does not say whether they were done: look before you repeat them.',
  );
