import { expect, test } from 'vitest'
import type { ChainIndex, Head, IndexedBlock } from '../chainIndex/chainIndex.ts'
import type { ChainSource, SourceBlock, SourceHeader } from './chainSource.ts'
import { Follower, type Batch, type Step } from './followChain.ts'
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
function world(startBlock = 0, finality = 10_000, batch?: Batch) {
  const indexed: IndexedBlock[] = []
  const state: {
    chain: SourceBlock[]
    announced?: SourceHeader | undefined
    now: number
    syncing: boolean
    requestCount: number
    reads: number
    blockReads: number
    broken: number | undefined
    /** The node lacks the blocks below this number. */
    pruned: number
  } = {
    chain: chainOf([0]),
    now: 0,
    syncing: false,
    requestCount: 0,
    reads: 0,
    blockReads: 0,
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
      state.blockReads += 1
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
      batch,
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
    step: () => follower.step(never),
    isWhole,
    restart: () => void (follower = start()),
    hashes: () => indexed.map(({ hash }) => hash),
  }
}

test('the index rolls back replaced blocks and adds the new ones', async () => {
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

/** Every block is a batch of its own. */
const single: Batch = { blocks: 200, rows: 0 }

test('the next blocks are read while a batch is written, and no block is read twice', async () => {
  const { state, step, settle, hashes } = world(0, 10_000, single)
  state.chain = chainOf(Array.from({ length: 30 }, () => 0))
  await step()
  expect([hashes().length, state.blockReads]).toEqual([1, 9])
  await settle()
  expect([hashes().length, state.blockReads]).toEqual([30, 30])
})

test('after a very large block no block is read while it is written', async () => {
  const { state, step, settle, hashes } = world(0, 10_000, single)
  state.chain = chainOf(Array.from({ length: 30 }, () => 0)).map((block) => ({
    ...block,
    weight: 20_000,
  }))
  await step()
  expect([hashes().length, state.blockReads]).toEqual([1, 8])
  await settle()
  expect([hashes().length, state.blockReads]).toEqual([30, 30])
})

test('blocks that were read ahead and are replaced before the next step are read again', async () => {
  for (const branches of [
    [0, 1, 1, 1, 1],
    [1, 1, 1, 1, 1],
    [0, 0, 0, 2, 2, 2],
    [0, 1],
  ]) {
    const { state, step, settle, hashes } = world(0, 10_000, single)
    state.chain = chainOf([0, 0, 0, 0, 0])
    await step()
    state.chain = chainOf(branches)
    await settle()
    expect(hashes()).toEqual(state.chain.map(({ hash }) => hash))
  }
})

test('the index follows a chain in which some block numbers are empty, and finds the fork of another branch', async () => {
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

test('a node that leaves out the first block is refused', async () => {
  const { state, settle, hashes } = world()
  state.chain = chainOf([0, 0, 0]).slice(1)
  await expect(settle()).rejects.toThrow(SourceError)
  expect(hashes()).toEqual([])
})

test('while the node reports the indexed head, the database is read only every five seconds', async () => {
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

test('when all blocks are replaced, the index rolls back all its blocks', async () => {
  const { state, taken, settle, hashes } = world(2)
  state.chain = chainOf([0, 0, 0, 0, 0])
  await settle()
  expect(hashes()).toEqual([2, 3, 4].map((number) => hashOf(number, 0)))
  state.chain = chainOf([3, 3, 3, 3, 3, 3])
  await settle()
  expect(hashes()).toEqual([2, 3, 4, 5].map((number) => hashOf(number, 3)))
  expect(taken).toEqual([3])
})

test('the fork of a chain of 1,000 blocks is found with fewer than 30 requests', async () => {
  const { state, settle, hashes } = world()
  state.chain = chainOf(Array.from({ length: 1_000 }, () => 0))
  await settle()
  state.chain = chainOf(Array.from({ length: 1_000 }, (_, number) => (number < 300 ? 0 : 1)))
  await settle()
  expect(hashes()).toEqual(state.chain.map(({ hash }) => hash))
  expect(state.requestCount).toBeLessThan(30)
})

test('the index waits for a node that is behind, and after a minute follows it unless the node is syncing', async () => {
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

test('the index follows at once a node that has fewer blocks on another branch', async () => {
  const { state, settle, hashes } = world()
  state.chain = chainOf([0, 0, 0, 0, 0])
  await settle()
  state.chain = chainOf([0, 0, 1])
  await settle()
  expect(hashes()).toEqual(state.chain.map(({ hash }) => hash))
})

test('the index waits for a block that the node announces but does not have', async () => {
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

test('an index is not complete while its node syncs, has only the first block, lacks indexed blocks, or announces a missing block', async () => {
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

test('final blocks are never rolled back, and the index continues when the node shows the indexed chain again', async () => {
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

test('the index waits while a node without the final blocks catches up, and raises an alarm after a minute without progress', async () => {
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

test('when a chain shrinks in small steps, the depth is counted from the highest head, also after a restart', async () => {
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

test('a node that lacks blocks below its newest one is refused', async () => {
  const { state, settle, hashes } = world()
  state.chain = chainOf([0, 0, 0, 0, 0])
  await settle()
  state.chain = chainOf([0, 1, 1, 1, 1, 1]).slice(4)
  state.pruned = 4
  await expect(settle()).rejects.toThrow(SourceError)
  expect(hashes()).toHaveLength(5)
})

test('a node whose newest block differs from the announced one is refused', async () => {
  const { state, settle, hashes } = world()
  state.chain = chainOf([0, 0, 0])
  await settle()
  state.announced = chainOf([0, 0, 1])[2]
  await expect(settle()).rejects.toThrow(SourceError)
  expect(hashes()).toHaveLength(3)
})

test('the blocks that were read before an error are stored', async () => {
  const { state, settle, hashes } = world()
  state.chain = chainOf([0, 0, 0, 0, 0])
  state.broken = 3
  await expect(settle()).rejects.toThrow(SourceError)
  expect(hashes()).toHaveLength(3)
  state.broken = undefined
  expect(await settle()).toEqual({ status: 'there' })
  expect(hashes()).toHaveLength(5)
})

test('a block that is older than its parent, or far in the future, is refused', async () => {
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
