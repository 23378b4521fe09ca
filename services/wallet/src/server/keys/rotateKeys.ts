import type { Queries } from '@latchkey/server/db/database'
import { eq, gt, asc } from 'drizzle-orm'
import { auditRow } from '../account/noteAudit.ts'
import {
  attempts,
  audit,
  changes,
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

/** Maximum of rows in one transaction. */
const batch = 200

/**
 * Encrypts everything with the first key, and indexes addresses by it. It may run beside the
 * service. After an interruption it is run again. Logins that have begun end.
 * @returns the number of changed rows
 */
export async function rotateKeys(queries: Queries, keyring: Keyring): Promise<number> {
  const again = (sealed: Uint8Array, row: string) => keyring.seal(keyring.open(sealed, row), row)
  // a process that still writes with the old key may begin more logins, which end by
  // themselves
  await queries.delete(attempts)
  await queries.delete(socialAttempts)
  await queries.delete(joins)
  await queries.delete(changes)

  const rotateUsers = async (tx: Queries, after: string) => {
    const rows = await tx
      .select()
      .from(users)
      .where(gt(users.id, after))
      .orderBy(asc(users.id))
      .limit(batch)
      .for('update')
    const stale = rows.filter(
      ({ email, addresses }) =>
        (email !== null && !keyring.isCurrent(email)) ||
        (addresses !== null && !keyring.isCurrent(addresses)),
    )
    for (const { id, email, addresses } of stale) {
      const emailIndex =
        email && keyring.indexesOf(keyring.open(email, rowOf.email(id)).toString())[0]
      await tx
        .update(users)
        .set({
          emailIndex,
          email: email && again(email, rowOf.email(id)),
          addresses: addresses && again(addresses, rowOf.addresses(id)),
        })
        .where(eq(users.id, id))
    }
    return { last: rows.at(-1)?.id, changed: stale.length }
  }

  const rotateSplits = async (tx: Queries, after: string) => {
    const rows = await tx
      .select()
      .from(splits)
      .where(gt(splits.id, after))
      .orderBy(asc(splits.id))
      .limit(batch)
      .for('update')
    const stale = rows.filter(
      ({ serverShare, recovery }) =>
        !keyring.isCurrent(serverShare) || (recovery !== null && !keyring.isCurrent(recovery)),
    )
    for (const { id, serverShare, recovery } of stale) {
      await tx
        .update(splits)
        .set({
          serverShare: again(serverShare, splitRow.serverShare(id)),
          recovery: recovery && again(recovery, splitRow.recovery(id)),
        })
        .where(eq(splits.id, id))
    }
    return { last: rows.at(-1)?.id, changed: stale.length }
  }

  const rotateIdentities = async (tx: Queries, after: string) => {
    const rows = await tx
      .select()
      .from(identities)
      .where(gt(identities.id, after))
      .orderBy(asc(identities.id))
      .limit(batch)
      .for('update')
    const stale = rows.filter(({ profile }) => !keyring.isCurrent(profile))
    for (const { id, profile } of stale) {
      const identity = openIdentity(keyring, profile, identityRow.profile(id))
      const emailIndex = identity.email === null ? null : keyring.indexesOf(identity.email)[0]
      await tx
        .update(identities)
        .set({
          subjectIndex: keyring.indexesOf(subjectOf(identity))[0],
          emailIndex,
          profile: again(profile, identityRow.profile(id)),
        })
        .where(eq(identities.id, id))
    }
    return { last: rows.at(-1)?.id, changed: stale.length }
  }

  const rotateAudit = async (tx: Queries, after: string) => {
    const rows = await tx
      .select()
      .from(audit)
      .where(gt(audit.id, after))
      .orderBy(asc(audit.id))
      .limit(batch)
      .for('update')
    const stale = rows.filter(({ facts }) => !keyring.isCurrent(facts))
    for (const { id, facts } of stale)
      await tx
        .update(audit)
        .set({ facts: again(facts, auditRow(id)) })
        .where(eq(audit.id, id))
    return { last: rows.at(-1)?.id, changed: stale.length }
  }

  const rotateNotices = async (tx: Queries, after: string) => {
    const rows = await tx
      .select()
      .from(notices)
      .where(gt(notices.id, after))
      .orderBy(asc(notices.id))
      .limit(batch)
      .for('update')
    const stale = rows.filter(({ mail }) => !keyring.isCurrent(mail))
    for (const { id, mail } of stale)
      await tx
        .update(notices)
        .set({ mail: again(mail, noticeRow(id)) })
        .where(eq(notices.id, id))
    return { last: rows.at(-1)?.id, changed: stale.length }
  }

  let changed = 0
  for (const step of [rotateUsers, rotateSplits, rotateIdentities, rotateAudit, rotateNotices]) {
    for (
      let after: string | undefined = '00000000-0000-0000-0000-000000000000';
      after !== undefined;
    ) {
      const from: string = after
      const done = await queries.transaction((tx) => step(tx, from))
      changed += done.changed
      after = done.last
    }
  }
  return changed
}
