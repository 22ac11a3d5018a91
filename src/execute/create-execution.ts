import type { DataSource } from '../config/config.ts';
import { Admission } from './admission.ts';
import type { Executing } from './executing.ts';
import { ReadPipeline } from './pipeline/read-pipeline.ts';
import type { Running } from './run-request.ts';
import { Service } from './service.ts';

/** What stays the same as long as a service runs, whatever becomes of the catalog. */
export interface Execution extends Running, Pick<Executing, 'admissions' | 'pipeline'> {
  readonly service: Service;
}

/** Queues in front of a driver's sessions, and what sends statements through them. */
export function createExecution(running: Running, pool: DataSource['pool']): Execution {
  const { driver } = running;
  const reads = new Admission({ ...pool, max: driver.reads.max }, () => driver.reads.closeIdle());
  const changes = new Admission({ ...pool, max: driver.changes.max }, () => driver.changes.closeIdle());
  const pipeline = driver.estimate && new ReadPipeline(running, driver.estimate, reads);
  return { ...running, admissions: { reads, changes }, pipeline, service: new Service(driver, reads) };
}
