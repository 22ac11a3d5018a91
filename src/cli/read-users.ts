import { existsSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import type { User } from '../identity-provider/user.ts';
import { UnusableConfiguration } from './unusable-configuration.ts';

const texts = { type: 'array', items: { type: 'string' } };

const validate = new Ajv().compile<readonly User[]>({
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    properties: {
      id: { type: 'string', minLength: 1 },
      name: { type: 'string' },
      roles: texts,
      claims: { type: 'object' },
    },
    required: ['id', 'name', 'roles'],
    additionalProperties: false,
  },
});

/** The users of a file, for people to sign in as; undefined where there is no file. @throws UnusableConfiguration for other content */
export function readUsers(file: string): readonly User[] | undefined {
  if (!existsSync(file)) return undefined;
  const users: unknown = parse(file);
  if (validate(users)) return users;
  const [fault] = validate.errors ?? [];
  return refuse(file, `${fault?.instancePath.slice(1) || 'it'} ${fault?.message}`);
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return refuse(file, (error as Error).message);
  }
}

function refuse(file: string, reason: string): never {
  throw new UnusableConfiguration(
    `${file} must be a list such as [{ "id": "staff", "name": "Somebody of the staff", "roles": ["staff"] }]: ${reason}.`,
  );
}
