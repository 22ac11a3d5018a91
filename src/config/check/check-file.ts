import type { Problem } from '../../base/problem.ts';
import type { ConfigFile, Draft, Overrides } from '../config-file.ts';
import { checkAuthentication } from './check-authentication.ts';
import { checkDataSource } from './check-data-source.ts';
import { checkFields } from './check-fields.ts';
import { checkLimits } from './check-limits.ts';
import { checkNames } from './check-names.ts';
import { checkPermissions } from './check-permissions.ts';
import { checkProcedures } from './check-procedures.ts';
import { checkRelationships } from './check-relationships.ts';
import { checkRestPaths } from './check-rest-paths.ts';
import { checkRuntime } from './check-runtime.ts';
import { checkSources } from './check-sources.ts';
import { checkTypeNames } from './check-type-names.ts';

type Check = (file: Draft<ConfigFile>, overrides: Overrides) => readonly Problem[];

const checks: readonly Check[] = [
  checkDataSource,
  checkRuntime,
  checkAuthentication,
  checkLimits,
  checkNames,
  checkTypeNames,
  checkRestPaths,
  checkSources,
  checkFields,
  checkPermissions,
  checkRelationships,
  checkProcedures,
];

/** All mistakes of a well-formed configuration that show without a database. */
export const checkFile: Check = (file, overrides) => checks.flatMap((check) => check(file, overrides));
