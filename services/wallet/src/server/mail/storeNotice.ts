import type { Queries } from '@latchkey/server/db/database'
import type { Notice } from './createNotices.ts'
import type { Mail } from '../options.ts'
import type { Service } from '../service.ts'
import { addressOf } from '../socials/identities.ts'
import type { Session } from '../logins/session.ts'
import type { NoticeKind } from '../db/schema.ts'

/**
 * Stores the notice of an event for the owner of an account, in the event's transaction.
 * @returns the notice to send after the transaction; undefined if no address is known
 */
export async function storeNotice(
  tx: Queries,
  { notices, keyring }: Pick<Service, 'notices' | 'keyring'>,
  { userId, email }: Pick<Session, 'userId' | 'email'>,
  kind: NoticeKind,
  write: (to: string) => Mail,
): Promise<Notice | undefined> {
  const to = email ?? (await addressOf(tx, keyring, userId))
  return to === null ? undefined : notices.store(tx, { kind, userId, mail: write(to) })
}
