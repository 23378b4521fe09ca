import { counts } from '@latchkey/protocol/limits'
import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import type { Queries } from '@latchkey/server/db/database'
import { expect, test } from 'vitest'
import { sessions } from './schema.ts'
import {
  announcedFor,
  findOwn,
  findSession,
  forgetSessions,
  insertAnnounced,
  listGranted,
  markRevoked,
  maxAnnounced,
  noteRevoked,
  recordGrant,
} from './sessionStore.ts'

/** Counts what is made, so that each test has other accounts, ids and hashes. */
let count = 0
const account = (): Hex => `0x${(count += 1).toString(16).padStart(40, 'a')}`
const hashOf = (): Hex => `0x${(count += 1).toString(16).padStart(64, '0')}`
const site = { project: 'shop', origin: 'https://shop.example' }
const shown = { name: 'Shop', url: 'https://shop.example/', iconUrl: null }
const networkId = 'eip155:1'
const now = 1_000_000

/** Tests how sessions are stored, over any database. */
export function testSessionStore(queriesOf: () => Queries): void {
  const made = createMaker(queriesOf)
  testRecording(queriesOf, made)
  testLimits(queriesOf, made)
  testCleaning(queriesOf, made)
}

type Maker = ReturnType<typeof createMaker>

/** Makes the functions with which a test announces and records sessions. */
function createMaker(queriesOf: () => Queries) {
  const announce = async (owner: Hex, at = now, from = site) => {
    const pci = crypto.randomUUID()
    const session = { pci, account: owner, networkId, ...from, ...shown }
    return { pci, refused: await insertAnnounced(queriesOf(), session, at) }
  }
  const place = (owner: Hex, pci: string, from = site) => ({
    ...{ pci, account: owner, networkId },
    ...from,
  })
  const grantOf = (changes: { hash?: Hex; expiry?: number } = {}) => ({
    ...{ context: '0x1234' as const, hash: hashOf(), expiry: now + 1_000, fromBlock: 7 },
    ...changes,
  })
  const record = (owner: Hex, pci: string, grant = grantOf(), { at = now, from = site } = {}) =>
    recordGrant(queriesOf(), place(owner, pci, from), grant, at)
  /** Announces and records a session. */
  const add = async (owner: Hex, grant = grantOf(), at = now) => {
    const { pci } = await announce(owner, at)
    return { pci, recording: await record(owner, pci, grant, { at }) }
  }
  /** Fills an account up to its limit. @returns the ids, the first one first */
  async function fill(owner: Hex): Promise<string[]> {
    const rows = Array.from({ length: counts.sessions }, (_, index) => ({
      ...{ ...site, ...shown, ...grantOf({ expiry: now + 1_000 + index }) },
      ...{ pci: crypto.randomUUID(), account: owner, networkId, createdAt: now },
    }))
    await queriesOf().insert(sessions).values(rows)
    return rows.map(({ pci }) => pci)
  }
  return { announce, grantOf, record, add, fill }
}

function testRecording(queriesOf: () => Queries, { announce, grantOf, record }: Maker): void {
  test('a grant is recorded once, for the session that was announced', async () => {
    const owner = account()
    const { pci } = await announce(owner)
    const grant = grantOf()
    expect(await record(account(), pci, grant)).toEqual({ status: 'unknown' })
    expect(await record(owner, pci, grant, { from: { ...site, origin: '' } })).toEqual({
      status: 'unknown',
    })
    expect(await record(owner, pci, grant, { at: now + announcedFor })).toEqual({
      status: 'unknown',
    })
    expect(await listGranted(queriesOf(), { account: owner, networkId })).toEqual([])
    expect(await record(owner, pci, grant)).toEqual({ status: 'recorded', pci })
    expect(await record(owner, pci, grant)).toEqual({ status: 'known', pci })
    expect(await record(owner, pci)).toEqual({ status: 'other' })
    const again = await announce(owner)
    expect(await record(owner, again.pci, grant)).toEqual({ status: 'known', pci })
    expect(await findSession(queriesOf(), { account: owner, networkId }, again.pci)).toBeUndefined()
    const strangers = { ...site, project: 'other' }
    const stranger = await announce(owner, now, strangers)
    expect(await record(owner, stranger.pci, grant, { from: strangers })).toEqual({
      status: 'foreign',
    })
    expect(await listGranted(queriesOf(), { account: owner, networkId })).toMatchObject([
      { pci, ...grant, createdAt: now, markedAt: null, revokedAt: null },
    ])
    expect(
      await findOwn(queriesOf(), { account: owner, networkId, ...strangers }, pci),
    ).toBeUndefined()
  })

  test('of grants at the same time each is recorded once', async () => {
    const owner = account()
    const grant = grantOf()
    const pcis = await Promise.all(
      Array.from({ length: 10 }, async () => (await announce(owner)).pci),
    )
    const recordings = await Promise.all(pcis.map((pci) => record(owner, pci, grant)))
    expect(recordings.filter(({ status }) => status === 'recorded')).toHaveLength(1)
    expect(new Set(recordings.map((each) => 'pci' in each && each.pci)).size).toBe(1)
    expect(await listGranted(queriesOf(), { account: owner, networkId })).toHaveLength(1)
  })
}

function testLimits(
  queriesOf: () => Queries,
  { announce, grantOf, record, add, fill }: Maker,
): void {
  test('of too many sessions the one that ended first goes, and never one that counts', async () => {
    const owner = account()
    const [first = '', second = '', third = ''] = await fill(owner)
    const { pci, recording } = await add(owner)
    expect(recording).toEqual({ status: 'full' })
    // the mark alone does not end it on the chain
    await markRevoked(queriesOf(), third, now)
    expect((await record(owner, pci)).status).toBe('full')
    await noteRevoked(queriesOf(), [{ pci: second, revokedAt: now - 5, revokedBlock: 9 }])
    expect((await record(owner, pci)).status).toBe('recorded')
    const left = await listGranted(queriesOf(), { account: owner, networkId: undefined })
    expect(left).toHaveLength(counts.sessions)
    expect(left.map((session) => session.pci)).not.toContain(second)
    // the first one has expired
    expect((await add(owner, grantOf(), now + 1_000)).recording.status).toBe('recorded')
    expect(await findSession(queriesOf(), { account: owner, networkId }, first)).toBeUndefined()
  })

  test('grants at the same time do not pass the limit', async () => {
    const owner = account()
    const [first = '', second = ''] = await fill(owner)
    for (const pci of [first, second])
      await noteRevoked(queriesOf(), [{ pci: pci, revokedAt: now, revokedBlock: 9 }])
    const added = await Promise.all(Array.from({ length: 6 }, () => add(owner)))
    expect(added.map(({ recording }) => recording.status).toSorted()).toEqual([
      ...['full', 'full', 'full', 'full', 'recorded', 'recorded'],
    ])
    expect(await listGranted(queriesOf(), { account: owner, networkId })).toHaveLength(
      counts.sessions,
    )
  })

  test('an account has a limit of announced sessions, which free themselves', async () => {
    const owner = account()
    const rows = Array.from({ length: maxAnnounced - 2 }, () => ({
      ...{ ...site, ...shown, pci: crypto.randomUUID(), account: owner, networkId },
      createdAt: now,
    }))
    await queriesOf().insert(sessions).values(rows)
    const added = await Promise.all(Array.from({ length: 6 }, () => announce(owner, now + 1)))
    expect(added.filter(({ refused }) => refused === 'full')).toHaveLength(4)
    expect((await announce(account())).refused).toBeUndefined()
    expect((await announce(owner, now + announcedFor)).refused).toBeUndefined()
  })
}

function testCleaning(queriesOf: () => Queries, { announce, grantOf, add }: Maker): void {
  test('what was not granted in time, and what ended long ago, is deleted', async () => {
    const owner = account()
    const month = 30 * 86_400
    const waiting = await announce(owner)
    const granted = await add(owner)
    const revoked = await add(owner, grantOf({ expiry: now + 2 * month }))
    await noteRevoked(queriesOf(), [{ pci: revoked.pci, revokedAt: now + 10, revokedBlock: 9 }])
    const lasting = await add(owner, grantOf({ expiry: now + 2 * month }))
    const left = async () =>
      (
        await Promise.all(
          [waiting, granted, revoked, lasting].map(({ pci }) =>
            findSession(queriesOf(), { account: owner, networkId }, pci),
          ),
        )
      ).map((row) => row !== undefined)
    const forget = async (at: number) => {
      while ((await forgetSessions(queriesOf(), at, 100)) > 0);
      return left()
    }
    expect(await forget(now + announcedFor - 1)).toEqual([true, true, true, true])
    expect(await forget(now + announcedFor)).toEqual([false, true, true, true])
    expect(await forget(now + 10 + month)).toEqual([false, true, true, true])
    expect(await forget(now + 11 + month)).toEqual([false, true, false, true])
    expect(await forget(now + 1_001 + month)).toEqual([false, false, false, true])
  })
}
