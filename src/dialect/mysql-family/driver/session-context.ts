import type { SessionContext } from '../../../config/config.ts';
import { callerSettings } from '../../driver/caller-settings.ts';
import type { SessionSettingsOf } from '../../store-kind.ts';

const DEFAULTS: ReadonlyMap<string, string> = new Map([
  ['joinery_claims', '*'],
  ['joinery_role', 'role'],
]);

/** Describes the caller in user variables, because the servers have no settings of a transaction. */
export const createSessionSettingsOf = (config: SessionContext): SessionSettingsOf =>
  callerSettings(config, { defaults: DEFAULTS });
