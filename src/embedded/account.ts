import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

/** Account of the server process, for `child_process.spawn`; empty for the current user. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/** Folder for files that the account cannot reach elsewhere. Only root can write to this folder. */
export const sharedFolder = '/var/lib/joinery';

/**
 * Returns the account for the server, which cannot be root. Root uses the owner of existing data, `postgres`, or
 * `nobody`.
 * @throws Error if no such account exists
 */
export async function chooseAccount(dataFolder: string): Promise<Account> {
  if (process.getuid?.() !== 0) return {};
  const owner = await stat(dataFolder).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = (await findAccount('postgres')) ?? (await findAccount('nobody'));
  if (account === undefined) {
    throw new Error(
      'PostgreSQL cannot run as root, and the accounts "postgres" and "nobody" do not exist. Create one, or start as another user.',
    );
  }
  return account;
}

export async function findAccount(name: string): Promise<Account | undefined> {
  const id = (option: string) => promisify(execFile)('id', [option, name]).then(({ stdout }) => Number(stdout));
  return Promise.all([id('-u'), id('-g')]).then(
    ([uid, gid]) => ({ uid, gid }),
    () => undefined,
  );
}

/** Returns true if the account can read and execute the file and all folders above it. */
export async function canReach(account: Account, path: string): Promise<boolean> {
  if (account.uid === undefined) return true;
  const { uid, gid, mode } = await stat(path);
  const rights = account.uid === uid ? mode >> 6 : account.gid === gid ? mode >> 3 : mode;
  const above = dirname(path);
  return (rights & 0o5) === 0o5 && (above === path || canReach(account, above));
}
