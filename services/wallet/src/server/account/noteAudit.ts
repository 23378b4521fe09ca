import { randomUUID } from 'node:crypto'
import type { Queries } from '@latchkey/server/db/database'
import type { AuditKind } from '@latchkey/protocol/walletServer'
import { and, desc, eq, gt, gte, inArray } from 'drizzle-orm'
import { audit } from '../db/schema.ts'
import type { Keyring } from '../keys/createKeyring.ts'
import { auditLimits } from '../limits.ts'

/**
 * The sealed facts of an entry. `detail`: a login method, a method of recovery, a kind of
 * export, or the browser that was removed.
 */
export type AuditFacts = { browser: string; origin: string; detail: string | null }

/**
 * An event of an account, and the device that caused it. `at`: milliseconds since 1970.
 */
export type AuditEvent = {
  kind: AuditKind
  userId: string
  deviceId: string
  browser: string
  origin: string
  detail?: string | null
  at: number
}

/** The context for which an entry's facts are sealed. */
export const auditRow = (id: string) => `audit ${id} facts`

/**
 * Records an event for the owner, in the transaction of the event. If its kind has more than 20
 * entries, the oldest are deleted, so that no kind displaces others. If the account has more than
 * 100 entries in all, the oldest are deleted as well.
 */
export async function noteAudit(
  tx: Queries,
  keyring: Pick<Keyring, 'seal'>,
  { kind, userId, deviceId, browser, origin, detail = null, at }: AuditEvent,
): Promise<void> {
  const id = randomUUID()
  const facts = keyring.seal(
    JSON.stringify({ browser, origin, detail } satisfies AuditFacts),
    auditRow(id),
  )
  await tx.insert(audit).values({ id, userId, kind, at, deviceId, facts })
  const own = eq(audit.userId, userId)
  for (const [those, max] of [
    [and(own, eq(audit.kind, kind)), auditLimits.each],
    [own, auditLimits.max],
  ] as const) {
    const old = tx
      .select({ id: audit.id })
      .from(audit)
      .where(those)
      .orderBy(desc(audit.at), desc(audit.position))
      .offset(max)
    await tx.delete(audit).where(and(own, inArray(audit.id, old)))
  }
}

/**
 * Records an event that its device can repeat as often as it likes: at most once an hour for the
 * same kind and detail. Call it in a transaction that has locked the device.
 * @param since milliseconds since 1970: earlier entries do not count as a repetition
 * @returns whether the event was recorded
 */
export async function noteAuditOnce(
  tx: Queries,
  keyring: Pick<Keyring, 'open' | 'seal'>,
  event: AuditEvent,
  since = 0,
): Promise<boolean> {
  const { kind, userId, deviceId, detail = null, at } = event
  const recent = await tx
    .select()
    .from(audit)
    .where(
      and(
        eq(audit.userId, userId),
        eq(audit.deviceId, deviceId),
        eq(audit.kind, kind),
        gt(audit.at, at - auditLimits.every),
        gte(audit.at, since),
      ),
    )
  if (recent.some((row) => readAuditFacts(keyring, row).detail === detail)) return false
  await noteAudit(tx, keyring, event)
  return true
}

/** Decrypts the facts of an entry. */
export function readAuditFacts(
  keyring: Pick<Keyring, 'open'>,
  { id, facts }: Pick<typeof audit.$inferSelect, 'id' | 'facts'>,
): AuditFacts {
  // the cast is safe: `noteAudit` has written the facts
  return JSON.parse(keyring.open(facts, auditRow(id)).toString()) as AuditFacts
}
