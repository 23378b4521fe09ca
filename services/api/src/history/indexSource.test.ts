import { expect, test } from 'vitest'
import type { ChainIndex } from '../chainIndex/chainIndex.ts'
import { openTestChains } from '../testing/openTestChains.ts'
import { chainAt } from '../testing/chainAt.ts'
import { createIndexSource } from './indexSource.ts'

const account = `0x${'12'.repeat(20)}` as const
const { signal } = new AbortController()

/** Makes a source over an index that notes its queries. A test sets the head's block. */
function start() {
  const queries: string[] = []
  const state = { head: 7 }
  const index = {
    transactionsOf: async () => (queries.push('transactionsOf'), []),
    recipientsOf: async () => (queries.push('recipientsOf'), []),
    reservesAt: async () => (queries.push('reservesAt'), []),
  } as unknown as ChainIndex // the source uses only these members
  const indexer = {
    standing: async () => {
      queries.push('standing')
      return { index, head: { number: state.head, hash: `0x${state.head}` as const } }
    },
    isBehind: () => false,
  }
  const facts = { pricesIn: () => new Map<string, number>() }
  const [chain] = openTestChains([chainAt('http://127.0.0.1:1')], { timeLimit: 1_000 })
  if (!chain) throw new Error('There is no chain')
  const source = createIndexSource(chain, facts, indexer, () => 0)
  return { source, state, queries }
}

test('a page is read again only after a new block, and each request asks for the newest block once', async () => {
  const { source, state, queries } = start()
  await source.page(account, {}, 50, signal)
  await source.page(account, {}, 50, signal)
  expect(queries).toEqual(['standing', 'transactionsOf', 'standing'])
  state.head = 8
  await source.page(account, {}, 50, signal)
  expect(queries.slice(3)).toEqual(['standing', 'transactionsOf'])
})

test('a page without prices and without transactions of others needs no query for them', async () => {
  const { source, queries } = start()
  expect(await source.pricesAt?.([], signal)).toEqual(new Map())
  expect(await source.recipientsOf?.(account, [])).toEqual([])
  expect(queries).toEqual([])
})
