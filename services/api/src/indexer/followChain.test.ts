import { expect, test } from 'vitest'
import type { ChainIndex, Head, IndexedBlock } from '../chainIndex/chainIndex.ts'
import type { ChainSource, SourceBlock, SourceHeader } from './chainSource.ts'
import { Follower, type Step } from './followChain.ts'
import { SourceError } from './sourceError.ts'
import { indexBlock } from '../chains/evm/blocks/indexBlock.ts'

const never = new AbortController().signal
const hashOf = (number: number, branch: number): `0x${string}` =>
  `0x${branch}${number.toString(16).padStart(63, '0')}`

/**
 * Makes a chain of empty blocks from 0. Each number in the list makes a block on this branch; null
 * makes no block.
 */
function chainOf(branches: readonly (number | null)[]): SourceBlock[] {
  let parent: { number: number; hash: `0x${string}` } | undefined
  return branches.flatMap((branch, number): SourceBlock[] => {
    if (branch === null) return []
    const header = {
      number,
      hash: hashOf(number, branch),
      parentNumber: parent?.number ?? -1,
      parentHash: parent?.hash ?? hashOf(99, 9),
      timestamp: number,
    }
    parent = header
    return [
      {
        ...header,
        weight: 0,
        index: (knowledge) =>
          indexBlock({ ...header, transactions: [], receipts: [], internal: [] }, knowledge),
      },
    ]
  })
}

/**
 * Makes a node whose chain the test can replace, an index in memory, and a follower that reads the
 * node.
 */
function world(startBlock = 0, finality = 10_000) {
  const indexed: IndexedBlock[] = []
  const state: {
    chain: SourceBlock[]
    announced?: SourceHeader | undefined
    now: number
    syncing: boolean
    requestCount: number
    reads: number
    broken: number | undefined
    /** The node lacks the blocks below this number. */
    pruned: number
  } = {
    chain: chainOf([0]),
    now: 0,
    syncing: false,
    requestCount: 0,
    reads: 0,
    broken: undefined,
    pruned: 0,
  }
  const source: ChainSource = {
    // a test's chain always has a block
    newest: async () => state.announced ?? (state.chain.at(-1) as SourceHeader),
    numbers: async (first, last, max) =>
      state.chain
        .map(({ number }) => number)
        .filter((number) => number >= first && number <= last)
        .slice(0, max),
    header: async (number) => (
      state.requestCount++,
      state.chain.find((block) => block.number === number) ??
        (number >= state.pruned && number < (state.chain.at(-1)?.number ?? 0)
          ? 'skipped'
          : undefined)
    ),
    async block(number) {
      if (number === state.broken) throw new SourceError('It does not fit together')
      return state.chain.find((block) => block.number === number)
    },
    async tip() {
      const newest = state.announced ?? state.chain.at(-1)
      return {
        hash: newest?.hash ?? '',
        hasBody: state.chain.some(({ hash }) => hash === newest?.hash),
        isSyncing: state.syncing,
      }
    },
    isSyncing: async () => state.syncing,
  }
  let highest: number | undefined
  const head = (): Head | undefined =>
    indexed.at(-1) && { number: indexed.at(-1)?.number ?? 0, hash: indexed.at(-1)?.hash ?? '0x' }
  const index = {
    head: async () => (state.reads++, head()),
    newestUpTo: async (block: number) => indexed.findLast(({ number }) => number <= block),
    hashAt: async (block: number) => indexed.find(({ number }) => number === block)?.hash,
    timeAt: async (block: number) => indexed.find(({ number }) => number === block)?.minedAt,
    append: async (after: Head | undefined, blocks: readonly IndexedBlock[]) => (
      expect(after).toEqual(head()),
      indexed.push(...blocks),
      (highest = Math.max(highest ?? 0, head()?.number ?? 0)),
      true
    ),
    highest: async () => highest,
    rollBack: async (from: Head, to: Head | undefined) => (
      expect(from).toEqual(head()),
      indexed.splice(to ? indexed.findIndex(({ hash }) => hash === to.hash) + 1 : 0),
      true
    ),
  } as unknown as ChainIndex // without pools the follower uses only these members
  const taken: number[] = []
  const start = () =>
    new Follower({
      index,
      source,
      startBlock,
      wrapped: undefined,
      isPricePool: () => false,
      pools: [],
      finality,
      timeTolerance: 2_000,
      progress: { seen: () => {}, added: () => {}, takenBack: (blocks) => taken.push(blocks) },
      now: () => state.now,
    })
  let follower = start()
  const settle = async (): Promise<Step> => {
    for (;;) {
      const step = await follower.step(never)
      if (step.status !== 'going') return step
    }
  }
  const isWhole = () => follower.isWhole(never)
  return {
    state,
    indexed,
    taken,
    settle,
    isWhole,
    restart: () => void (follower = start()),
    hashes: () => indexed.map(({ hash }) => hash),
  }
}

test('follows the chain, rolls back replaced blocks and continues with the new ones', async () => {
  const { state, taken, settle, hashes } = world()
  for (const branches of [
    [0, 0, 0, 0, 0],
    [0, 0, 0, 1, 1],
    [0, 0, 0, 1, 1, 1],
    [0, 2, 2, 2, 2, 2, 2],
  ]) {
    state.chain = chainOf(branches)
    await settle()
    expect(hashes()).toEqual(state.chain.map(({ hash }) => hash))
  }
  expect(taken).toEqual([2, 5])
})

test('follows a chain in which some numbers have no block, and finds the fork of another', async () => {
  const { state, settle, isWhole, hashes, restart } = world()
  const gaps = [null, null, null]
  const shapes = [
    [0, ...gaps, 0, 0, ...gaps, ...gaps, 0],
    [0, ...gaps, 0, 0, null, 1, 1],
    [0, ...gaps, 0, 2, 2, 2, ...gaps, 2],
    [0, 3, ...gaps, 3, ...gaps, ...gaps, 3, 3, 3],
    [0, 3, ...gaps, null, ...gaps, ...gaps, null, 4, 4, null, 4],
  ]
  for (const branches of shapes) {
    state.chain = chainOf(branches)
    restart()
    expect(await settle()).toEqual({ status: 'there' })
    expect(hashes()).toEqual(state.chain.map(({ hash }) => hash))
    expect(await isWhole()).toBe(true)
  }
})

test('does not trust a node that leaves out the first block', async () => {
  const { state, settle, hashes } = world()
  state.chain = chainOf([0, 0, 0]).slice(1)
  await expect(settle()).rejects.toThrow(SourceError)
  expect(hashes()).toEqual([])
})

test('while the node shows the indexed head, reads the database only every five seconds', async () => {
  const { state, indexed, settle, hashes } = world()
  state.chain = chainOf([0, 0, 0])
  await settle()
  const readsOf = async (step: () => Promise<unknown>) => {
    const before = state.reads
    await step()
    return state.reads - before
  }
  expect(await readsOf(settle)).toBe(0)
  state.now = 4_999
  expect(await readsOf(settle)).toBe(0)
  state.now = 5_000
  expect(await readsOf(settle)).toBe(1)
  expect(await readsOf(settle)).toBe(0)
  // These changes are noticed at once: one more block, another newest block, and one block fewer.
  for (const branches of [
    [0, 0, 0, 0],
    [0, 0, 0, 1],
    [0, 0, 2],
  ]) {
    state.chain = chainOf(branches)
    expect(await readsOf(settle)).toBeGreaterThan(0)
    expect(hashes()).toEqual(state.chain.map(({ hash }) => hash))
    expect(await readsOf(settle)).toBe(0)
  }
  // when the database has lost a block, this is noticed after five seconds
  indexed.pop()
  state.now = 10_000
  await settle()
  expect(hashes()).toEqual(state.chain.map(({ hash }) => hash))
})

test('rolls back a chain completely when nothing of it is left', async () => {
  const { state, taken, settle, hashes } = world(2)
  state.chain = chainOf([0, 0, 0, 0, 0])
  await settle()
  expect(hashes()).toEqual([2, 3, 4].map((number) => hashOf(number, 0)))
  state.chain = chainOf([3, 3, 3, 3, 3, 3])
  await settle()
  expect(hashes()).toEqual([2, 3, 4, 5].map((number) => hashOf(number, 3)))
  expect(taken).toEqual([3])
})

test('finds the fork of a long chain with few requests', async () => {
  const { state, settle, hashes } = world()
  state.chain = chainOf(Array.from({ length: 1_000 }, () => 0))
  await settle()
  state.chain = chainOf(Array.from({ length: 1_000 }, (_, number) => (number < 300 ? 0 : 1)))
  await settle()
  expect(hashes()).toEqual(state.chain.map(({ hash }) => hash))
  expect(state.requestCount).toBeLessThan(30)
})

test('waits for a node that is behind, and trusts it after a minute unless it reports that it is syncing', async () => {
  const { state, settle, hashes } = world()
  state.chain = chainOf([0, 0, 0, 0, 0])
  await settle()
  state.chain = chainOf([0, 0, 0])
  await settle()
  expect(hashes()).toHaveLength(5)
  state.now = 60_000
  state.syncing = true
  await settle()
  expect(hashes()).toHaveLength(5)
  state.syncing = false
  await settle()
  expect(hashes()).toHaveLength(3)
})

test('trusts a node at once that is behind on another branch', async () => {
  const { state, settle, hashes } = world()
  state.chain = chainOf([0, 0, 0, 0, 0])
  await settle()
  state.chain = chainOf([0, 0, 1])
  await settle()
  expect(hashes()).toEqual(state.chain.map(({ hash }) => hash))
})

test('waits for a block that the node announces and does not have yet', async () => {
  const { state, settle, isWhole, hashes } = world()
  const chain = chainOf([0, 0, 0])
  state.chain = chain.slice(0, 2)
  state.announced = chain[2]
  expect(await settle()).toEqual({ status: 'waiting' })
  expect(hashes()).toEqual(chain.slice(0, 2).map(({ hash }) => hash))
  expect(await isWhole()).toBe(false)
  state.chain = chain
  expect(await settle()).toEqual({ status: 'there' })
  expect(hashes()).toHaveLength(3)
  expect(await isWhole()).toBe(true)
})

test('is not complete through a node that is syncing, has only the first block, has fewer or none of the indexed blocks, or announces a missing block', async () => {
  const { state, settle, isWhole } = world()
  expect(await isWhole()).toBe(false)
  expect(await settle()).toEqual({ status: 'there' })
  expect(await isWhole()).toBe(false)
  const early = world(3)
  expect(await early.settle()).toEqual({ status: 'waiting' })
  expect(await early.isWhole()).toBe(false)
  state.chain = chainOf([0, 0, 0])
  state.syncing = true
  await settle()
  expect(await isWhole()).toBe(false)
  state.syncing = false
  expect(await isWhole()).toBe(true)
  state.announced = chainOf([0, 0, 0, 0])[3]
  expect(await isWhole()).toBe(false)
  state.announced = undefined
  state.chain = chainOf([0, 0])
  expect(await isWhole()).toBe(false)
})

test('rolls back no final block, and continues when the node shows the indexed chain again', async () => {
  const { state, taken, settle, hashes } = world(0, 3)
  state.chain = chainOf([0, 0, 0, 0, 0, 0])
  await settle()
  for (const other of [
    [0, 0, 1, 1, 1, 1],
    [0, 0, 1, 1, 1, 1, 1, 1],
    [0, 0, 1, 1],
    [2, 2, 2, 2, 2, 2, 2],
    [2, 2],
  ]) {
    state.chain = chainOf(other)
    expect(await settle()).toMatchObject({ status: 'alarm' })
    expect(hashes()).toEqual(chainOf([0, 0, 0, 0, 0, 0]).map(({ hash }) => hash))
  }
  state.chain = chainOf([0, 0, 0, 1, 1, 1, 1])
  expect(await settle()).toEqual({ status: 'there' })
  expect(hashes()).toEqual(state.chain.map(({ hash }) => hash))
  expect(taken).toEqual([3])
})

test('waits for a node that lost final blocks while it gets more, and raises an alarm after a minute without', async () => {
  const { state, taken, settle, hashes } = world(0, 3)
  state.chain = chainOf([0, 0, 0, 0, 0, 0])
  await settle()
  state.chain = chainOf([0])
  expect(await settle()).toEqual({ status: 'waiting' })
  state.now = 59_999
  state.chain = chainOf([0, 0])
  expect(await settle()).toEqual({ status: 'waiting' })
  state.now += 59_999
  expect(await settle()).toEqual({ status: 'waiting' })
  state.now += 1
  state.syncing = true
  expect(await settle()).toEqual({ status: 'waiting' })
  state.syncing = false
  expect(await settle()).toEqual({ status: 'alarm', depth: 4 })
  expect(hashes()).toHaveLength(6)
  expect(taken).toEqual([])
})

test('measures a chain that shrinks in small steps from the highest head, also across a restart', async () => {
  const { state, taken, settle, restart, hashes } = world(0, 3)
  state.chain = chainOf([0, 0, 0, 0, 0, 0, 0, 0, 0])
  await settle()
  const shorten = async (length: number, branch = 0): Promise<Step> => {
    state.chain = chainOf(
      Array.from({ length }, (_, number) => (number === length - 1 ? branch : 0)),
    )
    await settle()
    state.now += 60_000
    return settle()
  }
  expect(await shorten(7)).toEqual({ status: 'there' })
  restart()
  expect(await shorten(5)).toEqual({ status: 'alarm', depth: 4 })
  // here a fork replaces blocks; the depth is also counted from the highest head
  expect(await shorten(6, 1)).toEqual({ status: 'alarm', depth: 4 })
  expect(hashes()).toHaveLength(7)
  expect(taken).toEqual([2])
  // once the chain has become longer than before, the depth is counted from its new head
  expect(await shorten(10)).toEqual({ status: 'there' })
  expect(await shorten(8, 2)).toEqual({ status: 'there' })
  expect(taken).toEqual([2, 3])
})

test('a node that lacks blocks below its newest gives no information about them', async () => {
  const { state, settle, hashes } = world()
  state.chain = chainOf([0, 0, 0, 0, 0])
  await settle()
  state.chain = chainOf([0, 1, 1, 1, 1, 1]).slice(4)
  state.pruned = 4
  await expect(settle()).rejects.toThrow(SourceError)
  expect(hashes()).toHaveLength(5)
})

test('refuses a node whose newest block differs from the one it announced', async () => {
  const { state, settle, hashes } = world()
  state.chain = chainOf([0, 0, 0])
  await settle()
  state.announced = chainOf([0, 0, 1])[2]
  await expect(settle()).rejects.toThrow(SourceError)
  expect(hashes()).toHaveLength(3)
})

test('stores the blocks that were read before an error', async () => {
  const { state, settle, hashes } = world()
  state.chain = chainOf([0, 0, 0, 0, 0])
  state.broken = 3
  await expect(settle()).rejects.toThrow(SourceError)
  expect(hashes()).toHaveLength(3)
  state.broken = undefined
  expect(await settle()).toEqual({ status: 'there' })
  expect(hashes()).toHaveLength(5)
})

test('refuses a block that is older than its parent, or far in the future', async () => {
  const { state, settle, hashes } = world()
  state.chain = chainOf([0, 0, 0, 0])
  const put = (number: number, timestamp: number) =>
    void (state.chain = state.chain.map((block) =>
      block.number === number ? { ...block, timestamp } : block,
    ))
  put(2, 0)
  await expect(settle()).rejects.toThrow(SourceError)
  put(2, 2_001)
  await expect(settle()).rejects.toThrow(SourceError)
  put(2, 2 ** 50)
  await expect(settle()).rejects.toThrow(SourceError)
  expect(hashes()).toHaveLength(2)
  put(2, 1)
  await settle()
  expect(hashes()).toHaveLength(4)
})
