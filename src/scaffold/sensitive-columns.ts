import type { CatalogObject } from '../model/catalog.ts';
import type { ScalarName } from '../scalars/scalar.ts';
import { wordsOf } from './entity-names.ts';

/** Words that suggest a secret anywhere in a name. */
const SECRET_WORDS: ReadonlySet<string> = new Set([
  ...[
    'password',
    'passwords',
    'passwd',
    'passphrase',
    'passphrases',
    'pwd',
    'passcode',
    'passhash',
    'secret',
    'secrets',
  ],
  ...['token', 'tokens', 'salt', 'crypt', 'crypted', 'otp', 'ssn', 'cvv', 'cvc', 'iban', 'credential', 'credentials'],
  ...['apikey', 'privatekey'],
]);

/** Two adjacent words. */
const SECRET_PAIRS: ReadonlySet<string> = new Set([
  ...['api key', 'private key', 'access key', 'secret key', 'activation key', 'encryption key', 'signing key'],
  ...['secure key', 'auth code', 'snmp community'],
  ...['credit card', 'card number', 'card pin', 'pin code', 'pin hash', 'social security', 'bank account'],
  ...['security code', 'security answer', 'security stamp', 'recovery code', 'backup code'],
  ...['user pass', 'db pass', 'smtp pass', 'admin pass', 'auth pass', 'pass hash', 'pass temp', 'pass crypted'],
]);

/** Whole names, whose words have other meanings elsewhere. */
const SECRET_NAMES: ReadonlySet<string> = new Set(['pass', 'pin']);

/** Parts of names that have no word boundaries. */
const SECRET_PARTS = ['password', 'passwd', 'accesstoken', 'refreshtoken', 'secretkey', 'apikey', 'privatekey'];

/** Last words of columns that describe a secret but do not contain it: `password_changed_at`. */
const ABOUT: ReadonlySet<string> = new Set([
  ...[
    'at',
    'on',
    'date',
    'time',
    'count',
    'expires',
    'expiry',
    'expiration',
    'expired',
    'updated',
    'changed',
    'change',
  ],
  ...['type', 'length', 'id', 'enabled', 'required'],
]);

const NEVER_SECRET: ReadonlySet<ScalarName> = new Set(['Boolean', 'Date', 'DateTime', 'LocalTime']);

/** First words of flags: `must_change_password`. */
const FLAGS: ReadonlySet<string> = new Set([
  'must',
  'force',
  'require',
  'requires',
  'allow',
  'can',
  'has',
  'is',
  'show',
]);

const NUMBERS: ReadonlySet<ScalarName> = new Set(['Short', 'Int', 'Long', 'Single', 'Float', 'Decimal']);

/** Secrets that a column of numbers may contain. In such a column, other words name a count or a flag. */
const NUMERIC_SECRETS: ReadonlySet<string> = new Set(['ssn', 'cvv', 'cvc', 'otp', 'passcode']);

/** Returns columns whose names suggest secrets. Relationships may use an excluded column. */
export const sensitiveColumns = ({ columns }: Pick<CatalogObject, 'columns'>): readonly string[] =>
  columns.flatMap(({ name, type }) => {
    const words = wordsOf(name);
    const isAbout = ABOUT.has(words.at(-1) ?? '') || FLAGS.has(words[0] ?? '') || NEVER_SECRET.has(type.scalar);
    return !isAbout && isSecret(words, NUMBERS.has(type.scalar)) ? [name] : [];
  });

function isSecret(words: readonly string[], isNumber: boolean): boolean {
  const joined = words.join('');
  return (
    SECRET_NAMES.has(joined) ||
    (!isNumber && SECRET_PARTS.some((part) => joined.includes(part))) ||
    words.some(
      (word, index) =>
        (isNumber ? NUMERIC_SECRETS : SECRET_WORDS).has(word) || SECRET_PAIRS.has(`${word} ${words[index + 1] ?? ''}`),
    )
  );
}
