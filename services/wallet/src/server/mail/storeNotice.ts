import type { Queries } from '@latchkey/server/db/database'
import type { Notice, NoticeKind } from './createNotices.ts'
import type { Mail } from '../options.ts'
import type { Service } from '../service.ts'
import { addressOf } from '../socials/identities.ts'
import type { Session } from '../logins/session.ts'

/**
 * Stores what the owner of an account is told, in the transaction of what it tells. @returns what
 * is sent once that is done; undefined where nobody knows an address
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
