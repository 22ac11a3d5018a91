import type { Model } from '../model/model.ts';
import type { Admission } from './admission.ts';
import type { Batchers } from './batch/batchers.ts';
import type { Running } from './run-request.ts';

/** What requests of callers are run with. */
export interface Executing extends Running {
  readonly admission: Admission;
  /** Absent where a session runs one request at a time. */
  readonly batchers: Batchers | undefined;
  readonly model: Model;
}
