import { randomUUID } from 'node:crypto'
import type { Queries } from '@latchkey/server/db/database'
import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import { counts } from '@latchkey/protocol/limits'
import type { OwnGrant } from '@latchkey/protocol/sessions/walletGrants'
import { desc, eq } from 'drizzle-orm'
import { grants } from '../db/schema.ts'
import type { Keyring } from '../keys/createKeyring.ts'

/** The sealed facts of a grant. `hash`: of its delegation. */
export type GrantFacts = { grant: OwnGrant; hash: Hex }

/** A grant of a user as the database has it. */
export type StoredGrant = GrantFacts & {
  id: string
  /** Milliseconds since 1970. */
  expiresAt: number
  endedAt: number | null
}

/** The context for which a grant is sealed. */
export const grantRow = (id: string) => `grants ${id} facts`

/** Returns the grants of a user, the newest first. */
export async function readGrants(
  tx: Queries,
  keyring: Pick<Keyring, 'open'>,
  userId: string,
): Promise<StoredGrant[]> {
  const rows = await tx
    .select()
    .from(grants)
    .where(eq(grants.userId, userId))
    .orderBy(desc(grants.grantedAt), desc(grants.id))
    .limit(counts.sessions)
  return rows.map(({ id, facts, expiresAt, endedAt }) => {
    // the cast is safe: `storeGrant` has written the facts
    const { grant, hash } = JSON.parse(keyring.open(facts, grantRow(id)).toString()) as GrantFacts
    return { id, grant, hash, expiresAt, endedAt }
  })
}

/**
 * Stores a grant of a user. If the user has 255 already, the one that ended first is deleted. A
 * grant that has not ended is never deleted. Call it in a transaction that has locked the user.
 * @param stored the user's grants
 * @returns whether it was stored: there is no room if none of the others has ended
 */
export async function storeGrant(
  tx: Queries,
  { seal }: Pick<Keyring, 'seal'>,
  {
    userId,
    grant,
    hash,
    expiresAt,
    now,
    stored,
  }: GrantFacts & {
    userId: string
    expiresAt: number
    now: number
    stored: readonly StoredGrant[]
  },
): Promise<boolean> {
  if (stored.length >= counts.sessions) {
    const endOf = (one: StoredGrant) => Math.min(one.endedAt ?? Infinity, one.expiresAt)
    const [oldest] = stored
      .filter((one) => endOf(one) <= now)
      .toSorted((a, b) => endOf(a) - endOf(b))
    if (!oldest) return false
    await tx.delete(grants).where(eq(grants.id, oldest.id))
  }
  const id = randomUUID()
  const { grantedAt } = grant
  const facts = seal(JSON.stringify({ grant, hash } satisfies GrantFacts), grantRow(id))
  await tx.insert(grants).values({ id, userId, facts, grantedAt, expiresAt })
  return true
}
