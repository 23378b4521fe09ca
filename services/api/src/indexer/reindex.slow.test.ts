import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf } from '@latchkey/devnet/accounts'
import { freePorts } from '@latchkey/devnet/ports'
import { startChain, type RunningChain } from '@latchkey/devnet/startChain'
import { openChainIndex } from '../chainIndex/openChainIndex.ts'
import type { ChainIndex, Hex } from '../chainIndex/chainIndex.ts'
import { openDatabase } from '../db/openDatabase.ts'
import { findName, insertName } from '../names/nameStore.ts'
import type { Queries } from '@latchkey/server/db/database'
import { indexDevnet } from '../testing/indexDevnet.ts'
import { argsOf } from '@latchkey/server/testing/programs'
import { shortRun } from '@latchkey/server/testing/shortRun'
import { startTestPostgres, type TestPostgres } from '@latchkey/server/testing/startTestPostgres'
import { chainClient } from '../testing/traffic.ts'

const networkId = 'eip155:31337'
let chain: RunningChain
let server: TestPostgres
let folder: string
/** The first indexed block. A few blocks suffice here. */
let startBlock: number
beforeAll(async () => {
  const [port = 0] = await freePorts(1)
  ;[chain, server, folder] = await Promise.all([
    startChain(31_337, { port, fresh: true, onNotice: () => {} }),
    startTestPostgres(),
    mkdtemp(join(tmpdir(), 'latchkey-reindex-')),
  ])
  startBlock = Number(await chainClient(chain.url).getBlockNumber()) - 110
}, 120_000)
afterAll(async () => {
  await Promise.all([chain.close(), server.stop()])
  await rm(folder, { recursive: true, force: true })
})

/** The program that operators run. One test uses it, because it starts slowly. */
const command = [fileURLToPath(new URL('../../bin/latchkey-api.mjs', import.meta.url)), 'reindex']

async function run(
  database: string,
  list: readonly string[],
  program: readonly string[] = argsOf(new URL('../reindex.entry.ts', import.meta.url)),
) {
  const ended = promisify(execFile)(process.execPath, [...shortRun, ...program, ...list], {
    env: { ...process.env, LATCHKEY_DATABASE: database },
  })
  return ended.then(
    ({ stdout }) => stdout,
    (error: { stderr: string }) => error.stderr,
  )
}

const start = (database: string) =>
  indexDevnet({
    deployment: chain.deployment,
    url: chain.url,
    startBlock,
    open: () => openDatabase(database),
  })

/** Reads or changes a database while no service has locked it. */
async function inDatabase<value>(
  database: string,
  work: (queries: Queries) => Promise<value>,
): Promise<value> {
  const opened = await openDatabase(database)
  try {
    return await work(opened.queries)
  } finally {
    await opened.close()
  }
}

/** Reads the index in a database, without following the chain. */
const readIndex = <value>(
  database: string,
  read: (index: ChainIndex) => Promise<value>,
): Promise<value> =>
  inDatabase(database, async (queries) =>
    read(await openChainIndex(queries, networkId, startBlock)),
  )

const everything = async (index: ChainIndex) => ({
  head: await index.head(),
  state: await index.state(),
  rows: await Promise.all(
    (['everyday user', 'trader', 'collector'] as const).map((role) => {
      const account = addressOf(role).toLowerCase() as Hex
      return Promise.all([
        index.transactionsOf(account, {}, 10_000),
        index.heldBy(account, [2, 3, 4], undefined, 10_000),
      ])
    }),
  ),
})

test.each(['a folder', 'PostgreSQL'])(
  '%s: after the command, the service reads the blocks of a faulty node again',
  { timeout: 120_000 },
  async (kind) => {
    const database = kind === 'PostgreSQL' ? await server.create() : join(folder, 'index')
    const first = start(database)
    await first.settled(networkId)
    const from = startBlock + 5
    expect(await run(database, ['--from', `${from}`])).toMatch(/in use|stop it first/)
    await first.close()
    const whole = await readIndex(database, async (index) => {
      const found = await everything(index)
      await index.setState({ isAlarmed: true })
      return found
    })
    await inDatabase(database, (queries) =>
      insertName(queries, {
        name: 'kept.reown.id',
        owner: `0x${'12'.repeat(20)}`,
        coinType: 60,
        coinTypes: [60],
        attributes: {},
        signedAt: 1,
        now: 1,
      }),
    )
    expect(whole.state).toEqual({ isComplete: true, isConfirmed: true, isAlarmed: false })

    expect(await run(database, ['--from', `${from}`, '--chain', networkId], command)).toContain(
      `${networkId}: ${(whole.head?.number ?? 0) - from + 1} blocks were taken back`,
    )
    const cut = await readIndex(database, async (index) => ({
      head: await index.head(),
      state: await index.state(),
      highest: await index.highest(),
    }))
    expect(cut).toMatchObject({
      head: { number: from - 1 },
      state: { isComplete: false, isAlarmed: false },
      highest: from - 1,
    }) // after a rollback by the operator there is no alarm
    expect(await run(database, ['--from', '0'])).toContain(
      `: 5 blocks were taken back; the service reads them again from ${startBlock} on`,
    )
    expect(await readIndex(database, (index) => index.head())).toBeUndefined()

    expect(
      await inDatabase(database, (queries) => findName(queries, 'kept.reown.id')),
      // names are kept, because they cannot be read from the chain again
    ).toMatchObject({ name: 'kept.reown.id', addresses: { 60: {} } })

    const again = start(database)
    await again.settled(networkId)
    const index = await again.index(networkId)
    expect(index && (await everything(index))).toEqual(whole)
    await again.close()
  },
)

test('the command prints its usage', { timeout: 60_000 }, async () => {
  expect(await run('', ['--from', '5'])).toContain('LATCHKEY_DATABASE')
  expect(await run(join(folder, 'new'), ['--from', '-1'])).toContain('--from BLOCK')
  expect(await run('mysql://x', ['--from', '5'])).toContain('LATCHKEY_DATABASE: Expected a folder')
})

test('the command refuses a folder without an index, and creates no folder', {
  timeout: 60_000,
}, async () => {
  const mistyped = join(folder, 'mistyped')
  expect(await run(mistyped, ['--from', '5'])).toBe(
    `LATCHKEY_DATABASE: ${mistyped} has no index in it: name the folder that the service uses\n`,
  )
  expect(existsSync(mistyped)).toBe(false)
})
