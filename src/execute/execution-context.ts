import type { Model } from '../model/model.ts';
import type { Store } from '../store/store.ts';
import type { Admission } from './admission.ts';
import type { ReadPipeline } from './pipeline/read-pipeline.ts';
import type { Running } from './run-request.ts';

/** A queue for each kind of session. */
export interface Admissions {
  readonly reads: Admission;
  readonly changes: Admission;
}

/** What requests of callers are run with. */
export interface ExecutionContext extends Running {
  /** The queues in front of the sessions for reads, and of those for changes. */
  readonly admissions: Admissions;
  /** Absent where a session runs one request at a time. */
  readonly pipeline: ReadPipeline | undefined;
  readonly model: Model;
  readonly store: Pick<Store, 'isolation'>;
}
