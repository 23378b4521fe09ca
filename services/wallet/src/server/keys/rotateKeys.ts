import type { Queries } from '@latchkey/server/db/database'
import { eq, gt, asc } from 'drizzle-orm'
import { auditRow } from '../account/noteAudit.ts'
import { grantRow } from '../account/storedGrants.ts'
import {
  attempts,
  audit,
  changes,
  grants,
  identities,
  joins,
  notices,
  socialAttempts,
  splits,
  users,
} from '../db/schema.ts'
import { rowOf } from '../logins/session.ts'
import { noticeRow } from '../mail/createNotices.ts'
import { splitRow } from '../shares/storedRecovery.ts'
import { identityRow, openIdentity, subjectOf } from '../socials/identity.ts'
import type { Keyring } from './createKeyring.ts'

/** Max rows in one transaction. */
const batch = 200

/** A table whose rows have an id and sealed columns. */
type Rotation<row extends { id: string }> = {
  /** The next `batch` rows after an id, by id, locked until the transaction ends. */
  read(tx: Queries, after: string): Promise<row[]>
  /** Whether all columns of the row are sealed with the first key already. */
  isCurrent(row: row, keyring: Keyring): boolean
  rewrite(tx: Queries, row: row, keyring: Keyring): Promise<unknown>
}

/** Rotates the next `batch` rows after an id. `last`: the id after which the next rows begin. */
type Step = (
  tx: Queries,
  keyring: Keyring,
  after: string,
) => Promise<{ last: string | undefined; changed: number }>

const stepOf =
  <row extends { id: string }>({ read, isCurrent, rewrite }: Rotation<row>): Step =>
  async (tx, keyring, after) => {
    const rows = await read(tx, after)
    const stale = rows.filter((row) => !isCurrent(row, keyring))
    for (const row of stale) await rewrite(tx, row, keyring)
    return { last: rows.at(-1)?.id, changed: stale.length }
  }

const again = (keyring: Keyring, sealed: Uint8Array, row: string) =>
  keyring.seal(keyring.open(sealed, row), row)

/** The steps for all tables with sealed columns, except those whose rows `rotateKeys` deletes. */
const steps: readonly Step[] = [
  stepOf({
    read: (tx, after) =>
      tx
        .select()
        .from(users)
        .where(gt(users.id, after))
        .orderBy(asc(users.id))
        .limit(batch)
        .for('update'),
    isCurrent: ({ email, addresses }, keyring) =>
      (email === null || keyring.isCurrent(email)) &&
      (addresses === null || keyring.isCurrent(addresses)),
    async rewrite(tx, { id, email, addresses }, keyring) {
      const emailIndex =
        email && keyring.indexesOf(keyring.open(email, rowOf.email(id)).toString())[0]
      await tx
        .update(users)
        .set({
          emailIndex,
          email: email && again(keyring, email, rowOf.email(id)),
          addresses: addresses && again(keyring, addresses, rowOf.addresses(id)),
        })
        .where(eq(users.id, id))
    },
  }),
  stepOf({
    read: (tx, after) =>
      tx
        .select()
        .from(splits)
        .where(gt(splits.id, after))
        .orderBy(asc(splits.id))
        .limit(batch)
        .for('update'),
    isCurrent: ({ serverShare, recovery }, keyring) =>
      keyring.isCurrent(serverShare) && (recovery === null || keyring.isCurrent(recovery)),
    rewrite: (tx, { id, serverShare, recovery }, keyring) =>
      tx
        .update(splits)
        .set({
          serverShare: again(keyring, serverShare, splitRow.serverShare(id)),
          recovery: recovery && again(keyring, recovery, splitRow.recovery(id)),
        })
        .where(eq(splits.id, id)),
  }),
  stepOf({
    read: (tx, after) =>
      tx
        .select()
        .from(identities)
        .where(gt(identities.id, after))
        .orderBy(asc(identities.id))
        .limit(batch)
        .for('update'),
    isCurrent: ({ profile }, keyring) => keyring.isCurrent(profile),
    async rewrite(tx, { id, profile }, keyring) {
      const identity = openIdentity(keyring, profile, identityRow.profile(id))
      const emailIndex = identity.email === null ? null : keyring.indexesOf(identity.email)[0]
      await tx
        .update(identities)
        .set({
          subjectIndex: keyring.indexesOf(subjectOf(identity))[0],
          emailIndex,
          profile: again(keyring, profile, identityRow.profile(id)),
        })
        .where(eq(identities.id, id))
    },
  }),
  stepOf({
    read: (tx, after) =>
      tx
        .select()
        .from(audit)
        .where(gt(audit.id, after))
        .orderBy(asc(audit.id))
        .limit(batch)
        .for('update'),
    isCurrent: ({ facts }, keyring) => keyring.isCurrent(facts),
    rewrite: (tx, { id, facts }, keyring) =>
      tx
        .update(audit)
        .set({ facts: again(keyring, facts, auditRow(id)) })
        .where(eq(audit.id, id)),
  }),
  stepOf({
    read: (tx, after) =>
      tx
        .select()
        .from(grants)
        .where(gt(grants.id, after))
        .orderBy(asc(grants.id))
        .limit(batch)
        .for('update'),
    isCurrent: ({ facts }, keyring) => keyring.isCurrent(facts),
    rewrite: (tx, { id, facts }, keyring) =>
      tx
        .update(grants)
        .set({ facts: again(keyring, facts, grantRow(id)) })
        .where(eq(grants.id, id)),
  }),
  stepOf({
    read: (tx, after) =>
      tx
        .select()
        .from(notices)
        .where(gt(notices.id, after))
        .orderBy(asc(notices.id))
        .limit(batch)
        .for('update'),
    isCurrent: ({ mail }, keyring) => keyring.isCurrent(mail),
    rewrite: (tx, { id, mail }, keyring) =>
      tx
        .update(notices)
        .set({ mail: again(keyring, mail, noticeRow(id)) })
        .where(eq(notices.id, id)),
  }),
]

/**
 * Encrypts everything with the first key, and indexes addresses by it. It may run while the service
 * runs. After an interruption it can run again. It ends all unfinished logins.
 * @returns the number of changed rows
 */
export async function rotateKeys(queries: Queries, keyring: Keyring): Promise<number> {
  // a process that still writes with the old key may begin more logins, which expire
  await queries.delete(attempts)
  await queries.delete(socialAttempts)
  await queries.delete(joins)
  await queries.delete(changes)
  let changed = 0
  for (const step of steps) {
    for (
      let after: string | undefined = '00000000-0000-0000-0000-000000000000';
      after !== undefined;
    ) {
      const from: string = after
      const done = await queries.transaction((tx) => step(tx, keyring, from))
      changed += done.changed
      after = done.last
    }
  }
  return changed
}
