import type { Observer, ReceivedRequest } from '../../base/observation.ts';

/** The stages of each request, for its `Server-Timing` header. https://www.w3.org/TR/server-timing/ */
export class ServerTiming {
  readonly #requests = new WeakMap<ReceivedRequest, Stages>();

  readonly observer: Observer = {
    began: ({ request }) => this.#requests.set(request, new Stages()),
    stage: ({ request, stage }) => this.#requests.get(request)?.mark(stage),
  };

  /** Names and milliseconds of the stages that have ended: `read;dur=0.123, document;dur=1.042` */
  header(request: ReceivedRequest): string {
    const stages = this.#requests.get(request)?.entries() ?? [];
    return [...stages].map(([name, milliseconds]) => `${name};dur=${milliseconds.toFixed(3)}`).join(', ');
  }
}

/** A stopwatch for work in stages: how long each took, in milliseconds, in the order in which they first ended. */
export class Stages {
  readonly #durations = new Map<string, number>();
  #last = performance.now();

  /** Ends the running stage under this name; the next one starts now. Time under the same name adds up. */
  mark(name: string): void {
    const now = performance.now();
    this.#durations.set(name, (this.#durations.get(name) ?? 0) + now - this.#last);
    this.#last = now;
  }

  /** Name and milliseconds of each stage. */
  entries(): Iterable<readonly [name: string, milliseconds: number]> {
    return this.#durations.entries();
  }
}
