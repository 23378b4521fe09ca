import type { Queries } from '@latchkey/server/db/database'
import { lt } from 'drizzle-orm'
import { auditLimits, day, emailCooldown, grantLife, noticeTimes } from '../limits.ts'
import {
  attempts,
  audit,
  changes,
  counters,
  grants,
  joins,
  mailings,
  notices,
  socialAttempts,
  vaultRequests,
} from './schema.ts'

/**
 * Deletes expired rows: old attempts, counters, requests.
 * @param now milliseconds since 1970
 */
export async function purge(queries: Queries, now: number): Promise<void> {
  await queries.delete(attempts).where(lt(attempts.expiresAt, now - day))
  await queries.delete(socialAttempts).where(lt(socialAttempts.expiresAt, now))
  await queries.delete(joins).where(lt(joins.expiresAt, now))
  await queries.delete(mailings).where(lt(mailings.mailedAt, now - emailCooldown))
  await queries.delete(counters).where(lt(counters.endsAt, now))
  await queries.delete(vaultRequests).where(lt(vaultRequests.expiresAt, now))
  await queries.delete(changes).where(lt(changes.expiresAt, now))
  await queries.delete(notices).where(lt(notices.createdAt, now - noticeTimes.life))
  await queries.delete(audit).where(lt(audit.at, now - auditLimits.life))
  await queries.delete(grants).where(lt(grants.expiresAt, now - grantLife))
}
