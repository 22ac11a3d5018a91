/** The settings of an API, of which a flag says `enabled` alone. */
export const apiObject = <T extends object>(written: boolean | T | undefined): T | { enabled: boolean } | undefined =>
  typeof written === 'boolean' ? { enabled: written } : written;
