import type { Observation, ObservationKind, ObservationOf, Observer } from './observation.ts';

export class Observers {
  readonly #byKind = new Map<ObservationKind, readonly Observer[]>();

  /** Observers run in the order of registration. */
  add(observer: Observer): void {
    for (const kind of Object.keys(observer) as ObservationKind[]) {
      this.#byKind.set(kind, [...(this.#byKind.get(kind) ?? []), observer]);
    }
  }

  isObserved(kind: ObservationKind): boolean {
    return this.#byKind.has(kind);
  }

  readonly observe = (observation: Observation): void => this.#notify(observation);

  #notify<K extends ObservationKind>(observation: ObservationOf<K>): void {
    const { kind } = observation;
    for (const observer of this.#byKind.get(kind) ?? []) observer[kind]?.(observation);
  }
}
