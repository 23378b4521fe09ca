/**
 * The tables of the wallet. Times are milliseconds since 1970. Columns of type `sealed` are
 * encrypted, bound to the row's id and the column.
 */
import { count } from '@latchkey/server/db/columns'
import type { Locale } from '@latchkey/protocol/locale'
import type { AuditKind, RecoveryMethod, WalletMethod } from '@latchkey/protocol/walletServer'
import {
  bigint,
  boolean,
  customType,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import type { MailKind } from '../mail/createOutbox.ts'

/** The events for which an owner gets a mail without a code or a link. */
export type NoticeKind = Extract<
  MailKind,
  'made' | 'recovered' | 'recovery' | 'removed' | 'joined' | 'changed' | 'deleted'
>

const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value),
  fromDriver: (value) => new Uint8Array(value),
})
const sealed = bytes

/**
 * Users. A user is created by the first right code, or by the first login at a company, and
 * has an account once `addresses` are set.
 */
export const users = pgTable('wallet_users', {
  id: uuid().primaryKey(),
  /**
   * HMAC of the address that opens the account; null where only companies' accounts open it.
   */
  emailIndex: bytes('email_index').unique(),
  email: sealed(),
  /** The account's addresses on the chains; JSON. */
  addresses: sealed(),
  createdAt: count('created_at').notNull(),
})

/**
 * Logins that have begun, one for each device key.
 * - `code`: a code was mailed
 * - `link`: the login was proved, and a link was mailed
 * - `refused`: the owner has refused the login
 */
export const attempts = pgTable('wallet_attempts', {
  /** The thumbprint of the device's key. RFC 7638 */
  device: text().primaryKey(),
  id: uuid().notNull(),
  status: text().$type<'code' | 'link' | 'refused'>().notNull(),
  emailIndex: bytes('email_index').notNull(),
  email: sealed().notNull(),
  /** HMAC of the code. */
  codeHash: bytes('code_hash').notNull(),
  tries: integer().notNull(),
  projectId: text('project_id'),
  /** The origin of the site. */
  origin: text().notNull(),
  /** Such as "Firefox on Linux". */
  browser: text().notNull(),
  createdAt: count('created_at').notNull(),
  expiresAt: count('expires_at').notNull(),
  /** SHA-256 of the link's token. */
  linkHash: bytes('link_hash').unique(),
  /** The language of mails and pages; null for English. */
  locale: text().$type<Locale>(),
  /** For a link: the user whose account it opens. */
  userId: uuid('user_id'),
  /** For a link: the company's account with which the device logs in. */
  identityId: uuid('identity_id'),
})

/** Accounts at companies that open a user's account here. */
export const identities = pgTable('wallet_identities', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  /** HMAC of the company and of the company's id for the person. */
  subjectIndex: bytes('subject_index').notNull().unique(),
  /** HMAC of the address that the company has verified. */
  emailIndex: bytes('email_index'),
  /** JSON of `Identity`. */
  profile: sealed().notNull(),
  createdAt: count('created_at').notNull(),
})

/**
 * Begun logins at companies, one for each device key.
 * - `begun`: the visitor was sent to the company
 * - `asked`: the visitor came back, and this service is calling the company
 * - `proved`: the identity is ready for its device
 * - `refused`: the visitor or the company has refused
 * - `done`: the device has got its answer
 */
export const socialAttempts = pgTable('wallet_social_attempts', {
  /** The thumbprint of the device's key. RFC 7638 */
  device: text().primaryKey(),
  id: uuid().notNull(),
  status: text().$type<'begun' | 'asked' | 'proved' | 'refused' | 'done'>().notNull(),
  provider: text().$type<Exclude<WalletMethod, 'email'>>().notNull(),
  /** SHA-256 of the state that the company sends back. */
  stateHash: bytes('state_hash').unique(),
  /** JSON: the secrets that check the company's answer. */
  secrets: sealed().notNull(),
  projectId: text('project_id'),
  /** The origin of the site. */
  origin: text().notNull(),
  browser: text().notNull(),
  createdAt: count('created_at').notNull(),
  expiresAt: count('expires_at').notNull(),
  /** SHA-256 of the result that the device has to present. */
  resultHash: bytes('result_hash'),
  /** JSON of `Identity`, while the attempt is `proved`. */
  identity: sealed(),
  /** The language of mails and pages; null for English. */
  locale: text().$type<Locale>(),
})

/**
 * Proved logins that wait until the visitor has chosen whether they join an account, and has opened
 * that account; one for each device key.
 */
export const joins = pgTable('wallet_joins', {
  device: text().primaryKey(),
  /** The user whose account may be joined. */
  userId: uuid('user_id').notNull(),
  /** JSON of `PendingLogin`. */
  pending: sealed().notNull(),
  /** Whether the visitor has chosen to join. */
  isWanted: boolean('is_wanted').notNull(),
  projectId: text('project_id'),
  origin: text().notNull(),
  browser: text().notNull(),
  /** The language of mails and pages; null for English. */
  locale: text().$type<Locale>(),
  expiresAt: count('expires_at').notNull(),
})

/**
 * Device keys and the users who have logged in with them.
 * - `in`: logged in
 * - `out`: signed out by the device itself
 * - `removed`: removed by the owner, on another device
 */
export const devices = pgTable('wallet_devices', {
  id: uuid().primaryKey(),
  device: text().notNull(),
  userId: uuid('user_id').notNull(),
  status: text().$type<'in' | 'out' | 'removed'>().notNull(),
  /** Whether the device has recovered the account, so that it knows the phrase. */
  hasRecovered: boolean('has_recovered').notNull(),
  browser: text().notNull(),
  origin: text().notNull(),
  /** The start of this login. */
  createdAt: count('created_at').notNull(),
  usedAt: count('used_at').notNull(),
  /** The language of mails and pages; null for English. */
  locale: text().$type<Locale>(),
  /** The company's account with which the device logged in; null for an e-mail address. */
  identityId: uuid('identity_id'),
})

/** Splits of phrases: the server's share, and the recovery share if there is one. */
export const splits = pgTable('wallet_splits', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  deviceId: uuid('device_id').notNull(),
  /**
   * Whether the device may have the server's share. Otherwise the share is for recovery only.
   */
  isReleased: boolean('is_released').notNull(),
  serverShare: sealed('server_share').notNull(),
  method: text().$type<RecoveryMethod>(),
  /** JSON of `StoredRecovery`. */
  recovery: sealed(),
  createdAt: count('created_at').notNull(),
})

/**
 * Devices that have requested the vault. The vault opens at `readyAt`, if the owner's mail was
 * accepted.
 */
export const vaultRequests = pgTable('wallet_vault_requests', {
  deviceId: uuid('device_id').primaryKey(),
  /** When the mail to the owner was last written. */
  requestedAt: count('asked_at').notNull(),
  /** When the mail server accepted the mail; null until then, and after a lost mail. */
  notifiedAt: count('notified_at'),
  readyAt: count('ready_at').notNull(),
  expiresAt: count('expires_at').notNull(),
  /** SHA-256 of the token in the link for refusing. */
  refuseHash: bytes('refuse_hash').notNull().unique(),
})

/**
 * Changes of an account whose codes are pending: one of each kind for each device. `done`: an
 * address was changed, and the same code gets the same answer.
 */
export const changes = pgTable(
  'wallet_changes',
  {
    deviceId: uuid('device_id').notNull(),
    kind: text().$type<'email' | 'deletion'>().notNull(),
    id: uuid().notNull(),
    userId: uuid('user_id').notNull(),
    /** The pending code: to the current address (`primary`), or to the new one (`secondary`). */
    step: text().$type<'primary' | 'secondary' | 'done'>().notNull(),
    /** The new address. */
    email: sealed(),
    /** HMACs of the codes. */
    primaryHash: bytes('primary_hash'),
    primaryTries: integer('primary_tries').notNull(),
    secondaryHash: bytes('secondary_hash'),
    secondaryTries: integer('secondary_tries').notNull(),
    /** When the code of the new address was mailed. */
    secondaryAt: count('secondary_at'),
    expiresAt: count('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.deviceId, table.kind] })],
)

/** Events of accounts, for their owners. */
export const audit = pgTable('wallet_audit', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  /** The order of entries with the same time. */
  position: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
  kind: text().$type<AuditKind>().notNull(),
  at: count().notNull(),
  /** The device that caused the event; it may not exist any more. */
  deviceId: uuid('device_id').notNull(),
  /** JSON of `AuditFacts`. */
  facts: sealed().notNull(),
})

/**
 * Mails to owners about events, without codes and links, until the mail server has accepted
 * them.
 */
export const notices = pgTable('wallet_notices', {
  id: uuid().primaryKey(),
  /** The receiver; the user may not exist any more. */
  userId: uuid('user_id').notNull(),
  kind: text().$type<NoticeKind>().notNull(),
  /** JSON of `Mail`. */
  mail: sealed().notNull(),
  createdAt: count('created_at').notNull(),
})

/** The permissions that visitors have granted to sites: sessions of smart accounts. */
export const grants = pgTable('wallet_grants', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull(),
  /** JSON of `GrantFacts`. */
  facts: sealed().notNull(),
  grantedAt: count('granted_at').notNull(),
  /** When the chain ends it. */
  expiresAt: count('expires_at').notNull(),
  /** When a device of the user has marked it as ended. */
  endedAt: count('ended_at'),
})

/**
 * When a code was last mailed to an address. Devices that the owner uses have separate turns and
 * counters.
 */
export const mailings = pgTable('wallet_mailings', {
  name: text().primaryKey(),
  mailedAt: count('mailed_at').notNull(),
})

/** Times of counted events within an allowance's window. */
export const counters = pgTable('wallet_counters', {
  name: text().primaryKey(),
  takenAt: count('taken_at').array().notNull(),
  /** When the last of these times leaves the window. */
  endsAt: count('ends_at').notNull(),
})
