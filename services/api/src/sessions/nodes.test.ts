import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { delegationHash } from '@latchkey/protocol/sessions/delegation'
import { startTestPostgres, type TestPostgres } from '@latchkey/server/testing/startTestPostgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grant, type sessionClient } from '../testing/sessionClient.ts'
import { sessionChainId as chainId } from '../testing/startSessionChain.ts'
import { idOf, sessionsIn, startTestSessions } from '../testing/startTestSessions.ts'

const { prepare, opened } = startTestSessions()

let server: TestPostgres
beforeAll(async () => void (server = await startTestPostgres()), 60_000)
afterAll(() => server.stop())

/** Waits until the database is open: on a busy machine longer than a request waits for it. */
const isOpen = (api: { url: string }) =>
  expect
    .poll(async () => (await fetch(`${api.url}/v1/sessions/${nobody}?projectId=a`)).status, slow)
    .toBe(200)
const slow = { timeout: 50_000 }
const nobody = idOf({ address: '0x00000000000000000000000000000000000000f1' })

const statesOf = async (site: ReturnType<typeof sessionClient>, id: string) =>
  sessionsIn(await site.list(id)).map(({ pci, state }) => `${pci} ${state}`)

test('processes that share a PostgreSQL have the same sessions', { timeout: 120_000 }, async () => {
  const { state, owner, pass, id, startApi } = await prepare()
  const database = await server.create()
  const [first, second] = await Promise.all([startApi({ database }), startApi({ database })])
  const [one, two] = [first.site, second.site]
  const granted = await grant(owner, chainId)
  const { body } = await one.announce(id)
  const pci = String(body['pci'])
  expect((await two.activate(id, pci, granted)).status).toBe(200)
  expect(await statesOf(one, id)).toEqual([`${pci} active`])
  // each process records the same grant, at the same time
  const again = await grant(owner, chainId)
  const pcis = await Promise.all([one, two, one, two].map((site) => site.record(id, again)))
  expect(new Set(pcis).size).toBe(1)
  // the mark of one counts in the other at once, although it has read the chain
  expect(await statesOf(two, id)).toHaveLength(2)
  const signature = await owner.signMessage({ message: pci })
  expect((await one.revoke(id, pci, signature)).status).toBe(200)
  expect(await statesOf(two, id)).toContain(`${pci} revoked`)
  // what one has seen of the chain counts in the other, whose node is behind
  state.disabled.add(delegationHash(again.delegation))
  pass(3)
  expect(await statesOf(one, id)).toContain(`${pcis[0]} revoked`)
  state.disabled.clear()
  state.block -= 1
  pass(3)
  expect(await statesOf(two, id)).toContain(`${pcis[0]} revoked`)
})

test('a restart keeps sessions, and those that were announced', { timeout: 120_000 }, async () => {
  const { owner, id, startApi } = await prepare()
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-sessions-'))
  try {
    const before = await startApi({ database: folder })
    const { site } = before
    await isOpen(before)
    const pci = await site.record(id, await grant(owner, chainId))
    const { body } = await site.announce(id)
    await before.close()
    const { site: after, ...api } = await startApi({ database: folder })
    await isOpen(api)
    expect(await statesOf(after, id)).toEqual([`${pci} active`])
    expect((await after.activate(id, body['pci'], await grant(owner, chainId))).status).toBe(200)
    expect(await statesOf(after, id)).toHaveLength(2)
  } finally {
    await Promise.all(opened.splice(0).map((resource) => resource.close()))
    await rm(folder, { recursive: true, force: true })
  }
})
