import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

/** The account that a process runs as, in the words of `child_process.spawn`; empty for our own. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/** A folder that every account can reach, for files that an account cannot reach elsewhere; only root can write in it. */
export const sharedFolder = '/var/lib/joinery';

/**
 * The account that the server runs as: our own, or since PostgreSQL refuses root, another one in place of root. That is the owner of
 * existing data, else `postgres`, else `nobody`.
 * @throws Error when the machine has none of them
 */
export async function chooseAccount(dataFolder: string): Promise<Account> {
  if (process.getuid?.() !== 0) return {};
  const owner = await stat(dataFolder).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = (await findAccount('postgres')) ?? (await findAccount('nobody'));
  if (account === undefined) {
    throw new Error(
      'PostgreSQL does not run as root, and there is no account "postgres" or "nobody" to run it as: create one, or start as another user.',
    );
  }
  return account;
}

/** A user of this machine and its group, by name. */
export async function findAccount(name: string): Promise<Account | undefined> {
  const id = (option: string) => promisify(execFile)('id', [option, name]).then(({ stdout }) => Number(stdout));
  return Promise.all([id('-u'), id('-g')]).then(
    ([uid, gid]) => ({ uid, gid }),
    () => undefined,
  );
}

/** Whether the account may enter every folder above `path`, and read the file there, or run it where it is a program. */
export async function canReach(account: Account, path: string): Promise<boolean> {
  if (account.uid === undefined) return true;
  const { uid, gid, mode } = await stat(path);
  const rights = account.uid === uid ? mode >> 6 : account.gid === gid ? mode >> 3 : mode;
  const above = dirname(path);
  return (rights & 0o5) === 0o5 && (above === path || canReach(account, above));
}
