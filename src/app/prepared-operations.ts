import type { DocumentNode, GraphQLSchema } from 'graphql';
import { type PreparedOperation, prepareOperation } from '../operation/prepared-operation.ts';
import type { ValueLimits } from '../operation/value-limits.ts';

/** Caches prepared operations for the lifetime of their document. */
export class PreparedOperations {
  readonly #limits: ValueLimits;
  readonly #byDocument = new WeakMap<DocumentNode, Map<string | undefined, PreparedOperation>>();

  constructor(limits: ValueLimits) {
    this.#limits = limits;
  }

  /** @throws ApiError BadRequest if the operation name is missing or ambiguous */
  get(schema: GraphQLSchema, document: DocumentNode, name: string | undefined): PreparedOperation {
    const ofDocument = this.#byDocument.get(document) ?? new Map<string | undefined, PreparedOperation>();
    this.#byDocument.set(document, ofDocument);
    const prepared = ofDocument.get(name) ?? prepareOperation(schema, document, name, this.#limits);
    ofDocument.set(name, prepared);
    return prepared;
  }
}
