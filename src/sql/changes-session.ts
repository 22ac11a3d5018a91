import type { Routine } from '../model/model.ts';
import type { Write } from '../plan/shape/changes.ts';
import type { ChangeRequest } from '../store/script.ts';
import type { CompileContext } from './compile-context.ts';
import { hasTriggersOrIsView } from './returning.ts';

type DialectContext = Pick<CompileContext, 'dialect'>;
type SessionChange = Pick<ChangeRequest, 'changesSession'>;

const CHANGES: SessionChange = { changesSession: true };
const CHANGES_NOTHING: SessionChange = {};

/**
 * Returns `changesSession` for a routine that may change session settings. A read-only routine can change them only if
 * the dialect keeps settings.
 */
export const changeOfRoutine = ({ readOnly }: Routine, { dialect }: DialectContext): SessionChange =>
  !readOnly || dialect.keepsSettings === true ? CHANGES : CHANGES_NOTHING;

/** Returns `changesSession` for a write whose triggers may change session settings. */
export const changeOfWrite = (write: Write, { dialect }: DialectContext): SessionChange =>
  dialect.keepsSettings === true && mayRunTriggers(write) ? CHANGES : CHANGES_NOTHING;

function mayRunTriggers(write: Write): boolean {
  if (write.kind === 'probe') return false;
  return write.entity === undefined ? write.table.triggers === true : hasTriggersOrIsView(write);
}
