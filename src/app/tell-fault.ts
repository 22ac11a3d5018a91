import { type Refusal, reworded } from '../base/errors.ts';

/** How the failures of a database are told. */
export interface FaultTelling {
  /** Names of the entities that the answer was to be made from. */
  readonly entities: readonly string[];
  /** Whether clients may know, as in development. */
  readonly toClients: boolean;
}

/** The refusal with the entities of its statement. Where clients may know, it tells them what the database said. */
export function tellFault(refusal: Refusal, { entities, toClients }: FaultTelling): Refusal {
  if (refusal.fault === undefined) return refusal;
  const fault = refusal.fault.entities.length > 0 ? refusal.fault : { ...refusal.fault, entities };
  if (!toClients) return reworded(refusal, { fault });
  const { entities: named, message: said, ...facts } = fault;
  const whose = named.length === 1 ? { entity: named[0] } : { entities: named };
  return reworded(refusal, {
    fault,
    // The service words some faults itself.
    message: said === refusal.message ? said : `${refusal.message} The database says: ${said}`,
    details: { ...whose, ...facts, ...refusal.details },
  });
}
