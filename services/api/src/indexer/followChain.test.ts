import { expect, test } from 'vitest'
import type { ChainIndex, Head, IndexedBlock } from '../chainIndex/chainIndex.ts'
import type { ChainSource } from './chainSource.ts'
import { createFollower } from './followChain.ts'
import type { Header, WireBlock } from './wire.ts'

const never = new AbortController().signal
const hashOf = (number: number, branch: number): `0x${string}` => `0x${branch}${number.toString(16).padStart(63, '0')}`

/** Empty blocks from 0; each belongs to a branch, and so do those behind it. */
function chainOf(branches: readonly number[]): WireBlock[] {
  return branches.map((branch, number) => ({
    number, hash: hashOf(number, branch), parentHash: number === 0 ? hashOf(99, 9) : hashOf(number - 1, branches[number - 1] ?? 0), timestamp: number, transactions: [], receipts: [], internal: [],
  }))
}

/** A node whose chain a test replaces, an index in memory, and a follower between them. */
function world(startBlock = 0) {
  const indexed: IndexedBlock[] = []
  const state: { chain: WireBlock[]; announced?: Header | undefined; now: number; syncing: boolean; asked: number } = { chain: chainOf([0]), now: 0, syncing: false, asked: 0 }
  const source: ChainSource = {
    newest: async () => state.announced ?? (state.chain.at(-1) as Header), // a test's chain is never empty
    header: async (number) => (state.asked++, state.chain[number]),
    block: async (number) => state.chain[number],
    isSyncing: async () => state.syncing,
  }
  const head = (): Head | undefined => indexed.at(-1) && { number: indexed.at(-1)?.number ?? 0, hash: indexed.at(-1)?.hash ?? '0x' }
  const index = {
    head: async () => head(),
    hashAt: async (block: number) => indexed.find(({ number }) => number === block)?.hash,
    append: async (after: Head | undefined, blocks: readonly IndexedBlock[]) => (expect(after).toEqual(head()), indexed.push(...blocks), true),
    rollBack: async (from: Head, to: Head | undefined) => (expect(from).toEqual(head()), indexed.splice(to ? indexed.findIndex(({ hash }) => hash === to.hash) + 1 : 0), true),
  } as unknown as ChainIndex // the follower asks nothing else where no pool is
  const taken: number[] = []
  const follower = createFollower({ index, source, startBlock, wrapped: undefined, isWanted: () => false, pools: [], progress: { added: () => {}, takenBack: (blocks) => taken.push(blocks) }, now: () => state.now })
  const settle = async () => {
    while (!(await follower.step(never)));
  }
  return { state, indexed, taken, settle, hashes: () => indexed.map(({ hash }) => hash) }
}

test('follows, takes back what was replaced and goes on with what replaced it', async () => {
  const { state, taken, settle, hashes } = world()
  for (const branches of [[0, 0, 0, 0, 0], [0, 0, 0, 1, 1], [0, 0, 0, 1, 1, 1], [0, 2, 2, 2, 2, 2, 2]]) {
    state.chain = chainOf(branches)
    await settle()
    expect(hashes()).toEqual(state.chain.map(({ hash }) => hash))
  }
  expect(taken).toEqual([2, 5])
})

test('a chain of which nothing is left is taken back as a whole', async () => {
  const { state, taken, settle, hashes } = world(2)
  state.chain = chainOf([0, 0, 0, 0, 0])
  await settle()
  expect(hashes()).toEqual([2, 3, 4].map((number) => hashOf(number, 0)))
  state.chain = chainOf([3, 3, 3, 3, 3, 3])
  await settle()
  expect(hashes()).toEqual([2, 3, 4, 5].map((number) => hashOf(number, 3)))
  expect(taken).toEqual([3])
})

test('finds where a long chain forks with few questions', async () => {
  const { state, settle, hashes } = world()
  state.chain = chainOf(Array.from({ length: 1_000 }, () => 0))
  await settle()
  state.chain = chainOf(Array.from({ length: 1_000 }, (_, number) => (number < 300 ? 0 : 1)))
  await settle()
  expect(hashes()).toEqual(state.chain.map(({ hash }) => hash))
  expect(state.asked).toBeLessThan(30)
})

test('waits for a node that is behind, and believes it after a minute unless it says that it is syncing', async () => {
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

test('a node that is behind on another branch is believed at once', async () => {
  const { state, settle, hashes } = world()
  state.chain = chainOf([0, 0, 0, 0, 0])
  await settle()
  state.chain = chainOf([0, 0, 1])
  await settle()
  expect(hashes()).toEqual(state.chain.map(({ hash }) => hash))
})

test('a block that the node announces and does not have yet is waited for', async () => {
  const { state, settle, hashes } = world()
  const chain = chainOf([0, 0, 0])
  state.chain = chain.slice(0, 2)
  state.announced = chain[2]
  await settle()
  expect(hashes()).toEqual(chain.slice(0, 2).map(({ hash }) => hash))
  state.chain = chain
  await settle()
  expect(hashes()).toHaveLength(3)
})
