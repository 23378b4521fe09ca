import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf } from '@latchkey/devnet/accounts'
import { freePorts } from '@latchkey/devnet/ports'
import { startChain, type RunningChain } from '@latchkey/devnet/startChain'
import { openChainIndex } from '../chainIndex/openChainIndex.ts'
import type { ChainIndex, Hex } from '../chainIndex/chainIndex.ts'
import { openDatabase } from '../db/openDatabase.ts'
import { indexDevnet } from '../testing/indexDevnet.ts'
import { argsOf } from '@latchkey/server/testing/programs'
import { shortRun } from '@latchkey/server/testing/shortRun'
import { startTestPostgres, type TestPostgres } from '@latchkey/server/testing/startTestPostgres'
import type { Indexer } from './chainStatus.ts'

let chain: RunningChain
let server: TestPostgres
let folder: string
/** An indexer that is never killed, for comparison. */
let whole: Indexer
let reference: ChainIndex
beforeAll(async () => {
  const [port = 0] = await freePorts(1)
  ;[chain, server, folder] = await Promise.all([
    startChain(31_337, { port, fresh: true, onNotice: () => {} }),
    startTestPostgres(),
    mkdtemp(join(tmpdir(), 'latchkey-index-')),
  ])
  whole = indexDevnet({
    deployment: chain.deployment,
    url: chain.url,
    open: () => openDatabase('memory'),
  })
  await whole.settled('eip155:31337')
  const index = await whole.index('eip155:31337')
  if (!index) throw new Error('There is no index to compare with')
  reference = index
}, 120_000)
afterAll(async () => {
  await whole.close()
  await Promise.all([chain.close(), server.stop()])
  await rm(folder, { recursive: true, force: true })
})

/**
 * Indexes a chain in another process, and kills the process after a number of batches.
 * @returns whether it had finished before
 */
async function indexUntilKilled(database: string, batches: number): Promise<boolean> {
  const child = spawn(
    process.execPath,
    [
      ...shortRun,
      ...argsOf(new URL('../testing/startTestIndexing.entry.ts', import.meta.url)),
      chain.url,
      database,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const gone = once(child, 'exit')
  let seen = 0
  let isDone = false
  for await (const line of createInterface(child.stdout)) {
    isDone = line === 'done'
    if (isDone || ++seen === batches) break
  }
  if (!isDone && seen < batches) throw new Error('The process ended by itself')
  child.kill('SIGKILL')
  await gone
  return isDone
}

test.each(['a folder', 'PostgreSQL'])(
  'an index whose process is killed repeatedly while the process writes into %s equals an index without kills',
  { timeout: 240_000 },
  async (kind) => {
    const database = kind === 'PostgreSQL' ? await server.create() : join(folder, 'killed')
    for (let batches = 3; !(await indexUntilKilled(database, batches)); batches *= 8);
    const killed = await openDatabase(database)
    const index = await openChainIndex(killed.queries, 'eip155:31337', 0)
    expect(await index.head()).toEqual(await reference.head())
    for (const role of ['everyday user', 'trader', 'collector', 'deployer'] as const) {
      const account = addressOf(role).toLowerCase() as Hex
      expect(await index.transactionsOf(account, {}, 10_000)).toEqual(
        await reference.transactionsOf(account, {}, 10_000),
      )
      expect(await index.heldBy(account, [2, 3, 4], undefined, 10_000)).toEqual(
        await reference.heldBy(account, [2, 3, 4], undefined, 10_000),
      )
    }
    await killed.close()
  },
)
