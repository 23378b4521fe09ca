import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openChainIndex } from '../chainIndex/openChainIndex.ts'
import type { Database } from '@latchkey/server/db/database'
import { openDatabase } from '../db/openDatabase.ts'
import type { Account } from '../chains/chainReader.ts'
import { createMetrics } from '../metrics.ts'
import { evm } from '../chains/evm/evm.ts'
import { openTestChains } from '../testing/openTestChains.ts'
import { chainAt } from '../testing/chainAt.ts'
import { deferred } from '@latchkey/server/testing/deferred'
import { startFakeNode } from '../testing/startFakeNode.ts'
import { createHistories } from './createHistories.ts'
import type { EvmChainConfig } from '../chains/evm/evmChain.ts'

const account: Account = { kind: evm, addresses: [{ key: `0x${'12'.repeat(20)}` }] }
const { signal } = new AbortController()

let database: Database
beforeAll(async () => void (database = await openDatabase('memory')), 60_000)
afterAll(() => database.close())

/** Makes the histories of an indexed chain, and reads a page of them. */
async function start(changes: Partial<EvmChainConfig>) {
  const index = await openChainIndex(database.queries, 'eip155:77', 0)
  const chains = openTestChains([{ ...chainAt('http://127.0.0.1:1'), ...changes }], {
    timeLimit: 1_000,
  })
  const indexer = {
    index: async () => index,
    standing: async () => ({ index, head: await index.head() }),
    isBehind: () => false,
    health: () => ({}),
    settled: async () => {},
    close: async () => {},
  }
  const histories = createHistories({
    chains,
    indexer,
    readNfts: async () => [],
    now: Date.now,
    metrics: createMetrics(),
  })
  const page = () =>
    Promise.all(
      chains.map(
        async (chain) => (await histories.page(chain, account, {}, 50, signal)).source.name,
      ),
    )
  return { page }
}

/** Moves the clock forward by milliseconds, and runs the timers that become due. */
async function pass(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 100) await vi.advanceTimersByTimeAsync(100)
}

function stopClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

test('a page of the index is not aborted while its queries wait for other queries', {
  timeout: 30_000,
}, async () => {
  const { page } = await start({ index: {} })
  const [begun, others] = [deferred(), deferred()]
  const before = database.queries.transaction(() => {
    begun.resolve()
    return others.promise
  })
  await begun.promise
  stopClock()
  const pending = page()
  await pass(12_000)
  others.resolve()
  expect(await pending).toEqual(['index'])
  await before
})

test('a request to another service that does not answer is aborted after 8 s', {
  timeout: 30_000,
}, async () => {
  const silent = await startFakeNode(() => {})
  onTestFinished(silent.close)
  const { page } = await start({
    historyApis: [{ kind: 'etherscan', url: silent.url, apiKey: 'key' }],
  })
  stopClock()
  const ended = page().then(
    () => 'answered',
    (error: Error) => error.name,
  )
  const isOver = async () => Promise.race([ended, 'not yet'])
  await pass(7_500)
  expect(await isOver()).toBe('not yet')
  await pass(1_000)
  expect(await ended).toBe('SourceDownError')
})
