import type { Observer, ReceivedRequest } from '../base/observation.ts';
import { Stages } from './stages.ts';

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
