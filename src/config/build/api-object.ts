/** Converts `true` → `{ enabled: true }`. */
export const apiObject = <T extends object>(written: boolean | T | undefined): T | { enabled: boolean } | undefined =>
  typeof written === 'boolean' ? { enabled: written } : written;
