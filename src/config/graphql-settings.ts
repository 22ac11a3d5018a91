export interface PersistedDocumentSettings {
  /** Absolute paths. */
  readonly manifests: readonly string[];
  readonly only: boolean;
  readonly automatic: boolean;
}
