import { expect, onTestFinished, test } from 'vitest'
import { openChainIndex } from '../chainIndex/openChainIndex.ts'
import { openDatabase } from '../db/openDatabase.ts'
import { createMetrics } from '../metrics.ts'
import { chainAt } from '../testing/chainAt.ts'
import { openTestChains } from '../testing/openTestChains.ts'
import { indexedAmong } from './createIndexer.ts'
import { createChainStatus } from './chainStatus.ts'
import { followIndexed } from './followIndexed.ts'
import { createPollPause } from './createPollPause.ts'

test('when no node answers, the process that writes the index marks its state in the database as unconfirmed', {
  timeout: 60_000,
}, async () => {
  const database = await openDatabase('memory')
  const [chain] = indexedAmong(
    openTestChains([{ ...chainAt('http://127.0.0.1:1'), index: {} }], { timeLimit: 1_000 }),
  )
  if (!chain) throw new Error('There is no chain')
  const index = await openChainIndex(database.queries, chain.networkId, 0)
  await index.setState({ isComplete: true, isConfirmed: true })
  const clock = { now: 0 }
  const status = createChainStatus({ lag: 10, now: () => clock.now })
  status.stands(await index.state())
  const stop = new AbortController()
  const failures: Error[] = []
  const rest = createPollPause()
  const leadership = { lost: new AbortController().signal, release: async () => {} }
  const following = followIndexed({
    chain,
    index,
    database,
    pollPause: rest,
    leadership,
    status,
    signal: stop.signal,
    now: Date.now,
    metrics: createMetrics(),
    onFailure: (error) => failures.push(error),
  })
  onTestFinished(async () => {
    stop.abort()
    await following
    await database.close()
  })
  await expect.poll(() => failures.length).toBe(1)
  expect([await index.state(), status.health()]).toEqual([
    { isComplete: true, isConfirmed: true, isAlarmed: false },
    'complete',
  ])
  clock.now = 60_001
  const ended = rest.end() // ends the pause after the failure
  await expect
    .poll(() => index.state(), { timeout: 20_000 })
    .toEqual({ isComplete: true, isConfirmed: false, isAlarmed: false })
  expect(status.health()).toBe('behind')
  void ended
})
