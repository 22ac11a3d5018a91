import type { Runtime } from './config.ts';
import type { Draft, HostFile } from './config-file.ts';
import { defaults } from './defaults.ts';

/** The mode of the service; undefined where it is malformed, so that it is open which rules hold. */
export const modeOf = (host: Draft<HostFile>): Runtime['mode'] | undefined =>
  'mode' in host && host.mode !== null ? host.mode : defaults.host.mode;
