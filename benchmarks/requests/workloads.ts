import { cases } from './cases.ts';
import type { Workload } from './contender.ts';

export const workloads: readonly Workload[] = cases.filter(({ name }) => !name.startsWith('rest-'));
