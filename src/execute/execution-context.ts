import type { Model } from '../model/model.ts';
import type { Store } from '../store/store.ts';
import type { Admission } from './admission/admission.ts';
import type { ReadPipeline } from './pipeline/read-pipeline.ts';
import type { RunContext } from './run-request.ts';

export interface Admissions {
  readonly reads: Admission;
  readonly changes: Admission;
  /** Admits the reads of live queries, which wait without limit: no client would repeat them. */
  readonly live: Admission;
}

export interface ExecutionContext extends RunContext {
  readonly admissions: Admissions;
  /** Absent if a session runs one request at a time. */
  readonly pipeline: ReadPipeline | undefined;
  readonly model: Model;
  readonly store: Pick<Store, 'isolation'>;
}
