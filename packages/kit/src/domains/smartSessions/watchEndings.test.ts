import { writeCaveats } from '@latchkey/protocol/sessions/caveats'
import { rootAuthority, writeContext } from '@latchkey/protocol/sessions/delegation'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import type { SmartSession } from '../../core/contracts/facets/smartSessions.ts'
import { systemClock } from '../../core/page/clock.ts'
import { sendJson, startTestServer } from '../../core/testing/startTestServer.ts'
import { startTestKit, startTestWallet } from '../../session/startTestKit.ts'
import { endedHere } from './endedSessions.ts'
import { watchEndings } from './watchEndings.ts'

beforeEach(() => void startTestPage())

const self = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const shop = '0x00000000000000000000000000000000000000b7'
const now = Math.floor(Date.now() / 1_000)
const contextOf = (salt: bigint) =>
  writeContext({
    delegate: shop,
    delegator: self,
    authority: rootAuthority,
    caveats: writeCaveats({
      what: { kind: 'allowance', startTime: now, amount: 10n },
      expiry: now + 3_600,
      redeemers: [shop],
      nonce: 0n,
    }),
    salt,
    signature: `0x${'5a'.repeat(65)}`,
  })

/** Follows three sessions of an API, whose answers the test changes. */
async function begin() {
  const answers = [1n, 2n, 3n].map((salt) => ({
    pci: `00000000-0000-4000-8000-00000000000${salt}`,
    project: { id: 'shop', name: 'Shop', url: 'https://shop.example', iconUrl: null },
    account: `eip155:31337:${self}`,
    createdAt: now - Number(salt),
    expiry: now + 3_600,
    permissions: [],
    policies: [],
    context: contextOf(salt),
    state: 'active',
    revokedAt: null,
    available: '5',
  }))
  let ahead = 0
  const server = await startTestServer((response) => sendJson(response, { pcis: answers }))
  const wallet = startTestWallet()
  const { kit } = startTestKit({
    clock: { ...systemClock, now: () => systemClock.now() + ahead },
    features: { smartSessions: true },
    services: { api: server.url },
  })
  await kit.connect({ connectorId: wallet.info.rdns })
  const ended: SmartSession[] = []
  const life = new AbortController()
  onTestFinished(() => life.abort())
  watchEndings(kit, (session) => ended.push(session), life.signal)
  const sessions = await kit.sessions.list()
  const change = (place: number, part: object) => Object.assign(answers[place] ?? {}, part)
  return { kit, ended, sessions, change, answers, pass: (ms: number) => void (ahead += ms) }
}

test('each permission that ends while the page is open is reported once', async () => {
  const { kit, ended, change } = await begin()
  change(0, { state: 'revoked', revokedAt: now })
  await kit.sessions.refetch()
  await expect.poll(() => ended.map(({ state }) => state)).toEqual(['revoked'])
  change(1, { available: '0' })
  await kit.sessions.refetch()
  await expect.poll(() => ended.map(({ state }) => state)).toEqual(['revoked', 'usedUp'])
  change(2, { state: 'suspended' })
  await kit.sessions.refetch()
  await kit.sessions.refetch()
  expect(ended).toHaveLength(2)
})

test('a permission that counts again and ends again is not reported again', async () => {
  const { kit, ended, change } = await begin()
  for (const state of ['revoked', 'active', 'revoked']) {
    change(0, { state, revokedAt: state === 'active' ? null : now })
    await kit.sessions.refetch()
    await expect.poll(async () => (await kit.sessions.list())[0]?.state).toBe(state)
  }
  expect(ended).toHaveLength(1)
})

test('what the visitor ends on this page, or had ended before, is not reported', async () => {
  const { kit, ended, sessions, change } = await begin()
  for (const { id } of sessions.slice(0, 1)) endedHere(kit).add(id)
  change(0, { state: 'revoked', revokedAt: now })
  await kit.sessions.refetch()
  await expect.poll(async () => (await kit.sessions.list())[0]?.state).toBe('revoked')
  expect(ended).toEqual([])
})

test('a permission that is over and not listed any more has ended; why another is missing is not known', async () => {
  const { kit, ended, sessions, answers, pass } = await begin()
  answers.splice(0, 1)
  await kit.sessions.refetch()
  await expect.poll(async () => (await kit.sessions.list()).length).toBe(2)
  expect(ended).toEqual([])
  pass(3_601_000)
  answers.splice(0)
  await kit.sessions.refetch()
  await expect.poll(() => ended.map(({ state }) => state)).toEqual(Array(3).fill('expired'))
  expect(new Set(ended.map(({ id }) => id))).toEqual(new Set(sessions.map(({ id }) => id)))
  await kit.sessions.refetch()
  expect(ended).toHaveLength(3)
})
