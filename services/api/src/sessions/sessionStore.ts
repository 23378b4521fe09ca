import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { counts } from '@latchkey/protocol/limits'
import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import type { Queries } from '@latchkey/server/db/database'
import { sessions } from './schema.ts'

/** The site that asks. Both parts are empty where they are not known. */
export type Caller = { project: string; origin: string }

/** How a site describes itself. */
export type Site = { name: string; url: string; iconUrl: string | null }

/** What an account has granted. */
export type StoredGrant = { context: Hex; hash: Hex; expiry: number; fromBlock: number }

/** A session that was granted. */
export type StoredSession = Omit<typeof sessions.$inferSelect, keyof StoredGrant> & StoredGrant

/** Seconds for which an announced session waits for its grant. */
export const announcedFor = 1_800

/** Max announced sessions of an account that wait for their grant. */
export const maxAnnounced = 255

/** Seconds for which a session is stored after it has ended. */
const endedFor = 30 * 86_400

/** Which account of which network. Undefined: of all networks. */
export type SessionPlace = { account: Hex; networkId: string | undefined }

/**
 * Stores an announced session.
 * @param now seconds
 * @returns `full`: {@link maxAnnounced} wait already
 */
export function insertAnnounced(
  queries: Queries,
  session: { pci: string; account: Hex; networkId: string } & Caller & Site,
  now: number,
): Promise<'full' | undefined> {
  const { account } = session
  return queries.transaction(async (work) => {
    await lockAccount(work, account)
    const waiting = and(eq(sessions.account, account), isNull(sessions.hash))
    await work.delete(sessions).where(and(waiting, lte(sessions.createdAt, now - announcedFor)))
    if ((await work.$count(sessions, waiting)) >= maxAnnounced) return 'full'
    await work.insert(sessions).values({ ...session, createdAt: now })
    return undefined
  })
}

/**
 * Makes changes of an account's sessions wait for each other, in all processes that share the
 * database, until the transaction ends.
 */
const lockAccount = (work: Queries, account: Hex) =>
  work.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`latchkey session ${account}`}, 0))`,
  )

/**
 * What became of a grant. `unknown`: nothing waits for it. `other`: another grant was recorded for
 * the session. `foreign`: another site has recorded the grant. `full`: the account has
 * {@link counts.sessions} sessions that have not ended.
 */
export type Recording =
  | { status: 'recorded' | 'known'; pci: string }
  | { status: 'unknown' | 'other' | 'foreign' | 'full' }

/**
 * Records what an account has granted. A second call with the same grant changes nothing. Where the
 * account has too many sessions, the one that ended first is deleted.
 * @param now seconds
 */
export function recordGrant(
  queries: Queries,
  place: { pci: string; account: Hex; networkId: string } & Caller,
  grant: StoredGrant,
  now: number,
): Promise<Recording> {
  const { pci, account, networkId, project, origin } = place
  return queries.transaction(async (work) => {
    await lockAccount(work, account)
    const announced = await findOwn(work, place, pci)
    if (!announced || announced.networkId !== networkId) return { status: 'unknown' }
    if (announced.hash === grant.hash) return { status: 'known', pci }
    if (announced.hash) return { status: 'other' }
    if (announced.createdAt <= now - announcedFor) return { status: 'unknown' }
    const [same] = await work
      .select()
      .from(sessions)
      .where(and(eq(sessions.networkId, networkId), eq(sessions.hash, grant.hash)))
    const isAnnounced = eq(sessions.pci, pci)
    if (same) {
      if (same.project !== project || same.origin !== origin) return { status: 'foreign' }
      await work.delete(sessions).where(isAnnounced)
      return { status: 'known', pci: same.pci }
    }
    if (!(await makeRoom(work, account, now))) return { status: 'full' }
    await work
      .update(sessions)
      .set({ ...grant, createdAt: now })
      .where(isAnnounced)
    return { status: 'recorded', pci }
  })
}

/** Deletes a session that has ended, if the account has too many. False if none has ended. */
async function makeRoom(work: Queries, account: Hex, now: number): Promise<boolean> {
  const granted = and(eq(sessions.account, account), isNotNull(sessions.hash))
  if ((await work.$count(sessions, granted)) < counts.sessions) return true
  const [ended] = await work
    .select({ pci: sessions.pci })
    .from(sessions)
    .where(and(granted, or(lte(sessions.expiry, now), isNotNull(sessions.revokedAt))))
    .orderBy(asc(sql`least(${sessions.expiry}, ${sessions.revokedAt})`))
    .limit(1)
  if (!ended) return false
  await work.delete(sessions).where(eq(sessions.pci, ended.pci))
  return true
}

/** Finds an account's session by its id, whoever has announced it. */
export async function findSession(
  queries: Queries,
  { account, networkId }: SessionPlace,
  pci: string,
): Promise<typeof sessions.$inferSelect | undefined> {
  const [found] = await queries
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.pci, pci),
        eq(sessions.account, account),
        networkId === undefined ? undefined : eq(sessions.networkId, networkId),
      ),
    )
  return found
}

/** Finds a session that the caller has announced. */
export async function findOwn(
  queries: Queries,
  { account, networkId, project, origin }: SessionPlace & Caller,
  pci: string,
): Promise<typeof sessions.$inferSelect | undefined> {
  const found = await findSession(queries, { account, networkId }, pci)
  return found?.project === project && found.origin === origin ? found : undefined
}

/** The sessions that an account has granted to the caller, the newest first. */
export async function listGranted(
  queries: Queries,
  place: SessionPlace & Partial<Caller>,
): Promise<StoredSession[]> {
  const { account, networkId, project, origin } = place
  const rows = await queries
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.account, account),
        isNotNull(sessions.hash),
        networkId === undefined ? undefined : eq(sessions.networkId, networkId),
        project === undefined ? undefined : eq(sessions.project, project),
        origin === undefined ? undefined : eq(sessions.origin, origin),
      ),
    )
    .orderBy(desc(sessions.createdAt), asc(sessions.pci))
    .limit(counts.sessions)
  return rows.filter(isGranted)
}

/** Whether a session was granted. Its grant is stored as a whole. */
export const isGranted = (row: typeof sessions.$inferSelect): row is StoredSession =>
  row.hash !== null && row.context !== null && row.expiry !== null && row.fromBlock !== null

/** Marks a session as revoked by its account. A second call changes nothing. @param now seconds */
export async function markRevoked(queries: Queries, pci: string, now: number): Promise<void> {
  await queries
    .update(sessions)
    .set({ markedAt: now })
    .where(and(eq(sessions.pci, pci), isNull(sessions.markedAt)))
}

/** Since when a session is revoked on the chain. Null: it is not. */
export type Revoked = Pick<StoredSession, 'pci' | 'revokedAt' | 'revokedBlock'>

/** Stores since when sessions are revoked on the chain. */
export async function noteRevoked(queries: Queries, revoked: readonly Revoked[]): Promise<void> {
  await queries.transaction(async (work) => {
    for (const { pci, ...note } of revoked)
      await work.update(sessions).set(note).where(eq(sessions.pci, pci))
  })
}

/**
 * Deletes at most `max` sessions that were not granted in time, or that ended long ago.
 * @param now seconds
 * @returns their number
 */
export async function forgetSessions(queries: Queries, now: number, max: number): Promise<number> {
  const over = queries
    .select({ pci: sessions.pci })
    .from(sessions)
    .where(
      or(
        and(isNull(sessions.hash), lte(sessions.createdAt, now - announcedFor)),
        lt(sessions.expiry, now - endedFor),
        lt(sessions.revokedAt, now - endedFor),
      ),
    )
    .limit(max)
    .for('update', { skipLocked: true })
  const gone = await queries
    .delete(sessions)
    .where(inArray(sessions.pci, over))
    .returning({ pci: sessions.pci })
  return gone.length
}
