import type { Routine } from '../model/model.ts';
import type { Write } from '../plan/shape/changes.ts';
import type { ChangeRequest } from '../store/script.ts';
import type { CompileContext } from './compile-context.ts';
import { hasTriggersOrIsView } from './returning.ts';

type On = Pick<CompileContext, 'dialect'>;
type SessionChange = Pick<ChangeRequest, 'changesSession'>;

const CHANGES: SessionChange = { changesSession: true };
const CHANGES_NOTHING: SessionChange = {};

/**
 * Marks a routine that may change the session. If the dialect keeps settings, even a read-only routine may change them.
 */
export const changeOfRoutine = ({ readOnly }: Routine, { dialect }: On): SessionChange =>
  !readOnly || dialect.keepsSettings === true ? CHANGES : CHANGES_NOTHING;

/** Marks a write whose triggers may change session settings. */
export const changeOfWrite = (write: Write, { dialect }: On): SessionChange =>
  dialect.keepsSettings === true && mayRunTriggers(write) ? CHANGES : CHANGES_NOTHING;

function mayRunTriggers(write: Write): boolean {
  if (write.kind === 'probe') return false;
  return write.entity === undefined ? write.table.triggers === true : hasTriggersOrIsView(write);
}
