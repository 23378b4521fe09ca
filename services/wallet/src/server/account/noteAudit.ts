import { randomUUID } from 'node:crypto'
import type { Queries } from '@latchkey/server/db/database'
import type { AuditKind } from '@latchkey/protocol/walletServer'
import { and, desc, eq, inArray } from 'drizzle-orm'
import { audit } from '../db/schema.ts'
import type { Keyring } from '../keys/createKeyring.ts'
import { auditLimits } from '../limits.ts'

/** What is sealed of an entry. `detail`: a way in, a method of recovery, a kind of export, or the browser that was removed. */
export type AuditFacts = { browser: string; origin: string; detail: string | null }

/** One event of an account, and the device of which it came. `at`: milliseconds since 1970. */
export type AuditEvent = { kind: AuditKind; userId: string; deviceId: string; browser: string; origin: string; detail?: string | null; at: number }

/** Where an entry's facts are sealed. */
export const auditRow = (id: string) => `audit ${id} facts`

/** Notes an event for the owner, in the transaction of what it tells. Of more than 100 entries the oldest go. */
export async function noteAudit(work: Queries, keyring: Pick<Keyring, 'seal'>, { kind, userId, deviceId, browser, origin, detail = null, at }: AuditEvent): Promise<void> {
  const id = randomUUID()
  const facts = keyring.seal(JSON.stringify({ browser, origin, detail } satisfies AuditFacts), auditRow(id))
  await work.insert(audit).values({ id, userId, kind, at, deviceId, facts })
  const old = work.select({ id: audit.id }).from(audit).where(eq(audit.userId, userId)).orderBy(desc(audit.at), desc(audit.position)).offset(auditLimits.most)
  await work.delete(audit).where(and(eq(audit.userId, userId), inArray(audit.id, old)))
}

/** Reads the facts of an entry back. */
export function readAuditFacts(keyring: Pick<Keyring, 'open'>, { id, facts }: Pick<typeof audit.$inferSelect, 'id' | 'facts'>): AuditFacts {
  return JSON.parse(keyring.open(facts, auditRow(id)).toString()) as AuditFacts // written by noteAudit
}
