import type { Queries } from '@latchkey/server/db/database'
import { eq, inArray, or, type SQL } from 'drizzle-orm'
import { attempts, users } from '../db/schema.ts'
import type { Keyring } from '../keys/createKeyring.ts'
import { rowOf } from './session.ts'

/**
 * The condition that finds an account's unfinished logins, by its address or by a link.
 * The address is looked up under the index of every key, because another process may write with
 * another key during a rotation. Call it in a transaction that has locked the user.
 */
export async function attemptsOf(
  tx: Queries,
  keyring: Pick<Keyring, 'open' | 'indexesOf'>,
  userId: string,
): Promise<SQL | undefined> {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  const indexes = user?.email
    ? keyring.indexesOf(keyring.open(user.email, rowOf.email(userId)).toString())
    : []
  return or(eq(attempts.userId, userId), inArray(attempts.emailIndex, indexes))
}
