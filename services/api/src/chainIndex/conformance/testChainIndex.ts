import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Queries } from '@latchkey/server/db/database'
import { unknownState, type ChainIndex, type IndexedBlock } from '../chainIndex.ts'
import { openChainIndex } from '../openChainIndex.ts'
import { plainScan, tokenKinds } from './plainScan.ts'
import { blockOf, testBlock, accounts, pool, tokens, type TestBlock } from './world.ts'

let chains = 0
const newNetwork = () => `eip155:${++chains}`
const owners = accounts.slice(1)
const quiet: TestBlock = { sent: [], wait: 1, reserve: null }
/** A transaction that transfers nothing. */
const sentBy = (sender: (typeof accounts)[number]): TestBlock['sent'][number] => ({
  sender,
  recipient: null,
  created: null,
  succeeded: true,
  moves: [],
  approvers: [],
})

function blocksOf(happenings: readonly TestBlock[]): IndexedBlock[] {
  const blocks: IndexedBlock[] = []
  for (const happening of happenings) blocks.push(blockOf(happening, blocks.at(-1), 1))
  return blocks
}

const headOf = (blocks: readonly IndexedBlock[]) =>
  blocks.at(-1) && { number: blocks.at(-1)?.number ?? 0, hash: blocks.at(-1)?.hash ?? '0x' }

async function expectSame(index: ChainIndex, chain: readonly IndexedBlock[]): Promise<void> {
  const scan = plainScan(chain)
  expect(await index.head()).toEqual(headOf(chain))
  expect(await index.newestUpTo(1_000_000)).toEqual(headOf(chain))
  for (const account of owners) {
    const expected = scan.transactionsOf(account, {}, 1_000)
    expect(await index.transactionsOf(account, {}, 1_000)).toEqual(expected)
    expect(await index.recipientsOf(account, expected)).toEqual(
      scan.recipientsOf(account, expected),
    )
    expect(await index.heldBy(account, tokenKinds, undefined, 1_000)).toEqual(
      scan.heldBy(account, tokenKinds),
    )
  }
  const numbers = chain.map(({ number }) => number)
  expect(await index.reservesAt(numbers)).toEqual(
    numbers.map((block) => ({ block, reserves: scan.reservesAt(block, pool) })),
  )
}

/** Opens the index of a network, by default of a network that no other test uses. */
type OpenWithPool = (network?: string) => Promise<ChainIndex>

/** Tests the index of a chain over a database. */
export function testChainIndex(open: () => Queries): void {
  const openWithPool: OpenWithPool = async (network = newNetwork()) => {
    const index = await openChainIndex(open(), network, 7)
    await index.addPools([pool])
    return index
  }
  testAnswers(openWithPool)
  testPages(openWithPool)
  testWriters(openWithPool)
  testHighest(open, openWithPool)
  testBeginning(open, openWithPool)
  testAmounts(openWithPool)
  testLongRollback(openWithPool)
}

function testAnswers(openWithPool: OpenWithPool): void {
  test('the index gives the same answers as a scan of all blocks, after any additions and rollbacks', {
    timeout: 120_000,
  }, async () => {
    const step = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({ add: fc.array(testBlock, { minLength: 1, maxLength: 4 }) }),
      },
      { weight: 1, arbitrary: fc.record({ takeBack: fc.integer({ min: 1, max: 5 }) }) },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 5 }), async (steps) => {
        const index = await openWithPool()
        const chain: IndexedBlock[] = []
        for (const [branch, one] of steps.entries()) {
          const before = headOf(chain)
          if ('takeBack' in one && before) {
            chain.splice(-one.takeBack)
            expect(await index.rollBack(before, headOf(chain))).toBe(true)
          } else if ('add' in one) {
            const added: IndexedBlock[] = []
            for (const each of one.add)
              added.push(blockOf(each, added.at(-1) ?? chain.at(-1), branch))
            expect(await index.append(before, added)).toBe(true)
            chain.push(...added)
          }
          await expectSame(index, chain)
        }
      }),
      { numRuns: 5 },
    )
  })
}

function testPages(openWithPool: OpenWithPool): void {
  test('pages of a history do not shift while blocks are added', async () => {
    const blocks = blocksOf(fc.sample(testBlock, { numRuns: 12, seed: 5 }))
    const index = await openWithPool()
    await index.append(undefined, blocks)
    const [account = accounts[1]] = owners
    const whole = plainScan(blocks).transactionsOf(account, {}, 1_000)
    expect(whole.length).toBeGreaterThan(6)
    const seen = []
    let tip = blocks.at(-1)
    for (
      let page = await index.transactionsOf(account, {}, 3);
      page.length > 0;
      page = await index.transactionsOf(account, { before: page.at(-1) }, 3)
    ) {
      seen.push(...page)
      const next = blockOf({ ...quiet, sent: [sentBy(account)] }, tip, 1)
      expect(await index.append(tip && { number: tip.number, hash: tip.hash }, [next])).toBe(true)
      tip = next
    }
    expect(seen).toEqual(whole)
    const latest = whole[4]?.minedAt ?? 0
    expect(await index.transactionsOf(account, { latest }, 1_000)).toEqual(
      whole.filter(({ minedAt }) => minedAt <= latest),
    )
  })

  test('pages of holdings are in order, and contain each row once', async () => {
    const blocks = blocksOf(fc.sample(testBlock, { numRuns: 30, seed: 6 }))
    const index = await openWithPool()
    await index.append(undefined, blocks)
    for (const account of owners) {
      const nfts = [3, 4] as const
      const whole = plainScan(blocks).heldBy(account, nfts)
      const first = await index.heldBy(account, nfts, undefined, 2)
      expect(first).toEqual(whole.slice(0, 2))
      const rest = await index.heldBy(account, nfts, first.at(-1), 1_000)
      const last = first.at(-1)
      expect(rest).toEqual(
        whole.filter(
          ({ token, tokenId }) =>
            last && (token > last.token || (token === last.token && tokenId > last.tokenId)),
        ),
      )
    }
  })
}

/** Tests that several processes may write to an index. */
function testWriters(openWithPool: OpenWithPool): void {
  test('when two writers change the same head, only the first write succeeds', async () => {
    const network = newNetwork()
    const [one, other] = [await openWithPool(network), await openWithPool(network)]
    const blocks = blocksOf(fc.sample(testBlock, { numRuns: 6, seed: 9 }))
    const results = await Promise.all([
      one.append(undefined, blocks),
      other.append(undefined, blocks),
    ])
    expect(results.sort()).toEqual([false, true])
    await expectSame(one, blocks)
    const shorter = blocks.slice(0, 2)
    const head = headOf(blocks) ?? { number: 0, hash: '0x' }
    expect(
      (
        await Promise.all([
          one.rollBack(head, headOf(shorter)),
          other.rollBack(head, headOf(shorter)),
        ])
      ).sort(),
    ).toEqual([false, true])
    await expectSame(other, shorter)
    expect(await one.append(head, [blockOf(quiet, blocks.at(-1), 1)])).toBe(false)
    await expectSame(one, shorter)
  })

  test('of two writers of more rows than one statement has, one writes all of them, and the other none', async () => {
    const network = newNetwork()
    const [one, other] = [await openWithPool(network), await openWithPool(network)]
    const blocks = blocksOf(Array.from({ length: 61_000 }, () => quiet))
    const results = await Promise.all([
      one.append(undefined, blocks),
      other.append(undefined, blocks),
    ])
    expect(results.sort()).toEqual([false, true])
    for (const place of [0, 30_000, 60_999]) {
      const { number, hash } = blocks[place] ?? { number: -1, hash: undefined }
      expect(await one.hashAt(number)).toBe(hash)
    }
    expect(await one.head()).toEqual(headOf(blocks))
  })

  test('two chains in one database do not share blocks', async () => {
    const [one, other] = [await openWithPool(), await openWithPool()]
    const blocks = blocksOf(fc.sample(testBlock, { numRuns: 6, seed: 3 }))
    await one.append(undefined, blocks)
    await other.append(undefined, blocks)
    await one.rollBack(headOf(blocks) ?? { number: 0, hash: '0x' }, undefined)
    expect(await one.head()).toBeUndefined()
    await expectSame(one, [])
    await expectSame(other, blocks)
  })
}

/** Tests that only the operator can lower the highest head. */
function testHighest(open: () => Queries, openWithPool: OpenWithPool): void {
  test('the index remembers its highest head until the operator rolls back the index', async () => {
    const network = newNetwork()
    const index = await openWithPool(network)
    const reopened = async () => (await openChainIndex(open(), network, 7)).highest()
    expect(await index.highest()).toBeUndefined()
    const blocks = blocksOf(Array.from({ length: 9 }, () => quiet))
    const [head, fourth, second] = [blocks, blocks.slice(0, 4), blocks.slice(0, 2)].map(headOf)
    if (!head) throw new Error('There is no head')
    await index.append(undefined, blocks.slice(0, 5))
    await index.append(headOf(blocks.slice(0, 5)), blocks.slice(5))
    await index.rollBack(head, fourth)
    expect(await reopened()).toBe(head.number)
    await index.append(fourth, blocks.slice(4, 5))
    expect(await reopened()).toBe(head.number)
    expect(await index.startOver(head, second)).toBe(false)
    expect(await reopened()).toBe(head.number)
    const at = headOf(blocks.slice(0, 5))
    expect(await index.startOver(at, at)).toBe(true)
    expect(await reopened()).toBe(at?.number)
    expect(await index.startOver(at, second)).toBe(true)
    expect([await reopened(), await index.head()]).toEqual([second?.number, second])
    expect(await index.startOver(second, undefined)).toBe(true)
    expect(await reopened()).toBeUndefined()
  })
}

/** Tests that the operator may change the first block of an index at any time. */
function testBeginning(open: () => Queries, openWithPool: OpenWithPool): void {
  test('the index starts again if its blocks begin after the requested first block, and otherwise stays', async () => {
    const network = newNetwork()
    const index = await openWithPool(network)
    const blocks = blocksOf([quiet, quiet])
    await index.append(undefined, blocks)
    await index.setState({ isComplete: true, isConfirmed: true, isAlarmed: true })
    const beginning = async (block: number) => {
      await (await openChainIndex(open(), network, block)).beginAt(block)
      return index.state()
    }
    expect(await beginning(8)).toEqual({ isComplete: true, isConfirmed: true, isAlarmed: true })
    await openChainIndex(open(), network, 3) // like another process that begins to follow the chain
    await expectSame(index, blocks)
    expect(await beginning(3)).toEqual(unknownState)
    expect(await index.highest()).toBeUndefined()
    await expectSame(index, [])
    // the operator has raised the first block before anything was indexed
    await index.append(undefined, blocks)
    await index.setState({ isComplete: true })
    expect(await beginning(3)).toEqual(unknownState)
    await expectSame(index, [])
  })
}

function testAmounts(openWithPool: OpenWithPool): void {
  test('the index hides a holding above the largest number of 256 bits, and lists a holding of exactly that number', async () => {
    const index = await openWithPool()
    const [, account] = accounts
    const max = 2n ** 256n - 1n
    const got: TestBlock['sent'][number] = {
      ...sentBy(account),
      moves: [
        {
          kind: 2,
          token: tokens[0],
          tokenId: 0n,
          sender: accounts[0],
          recipient: account,
          amount: max,
        },
      ],
    }
    const blocks = blocksOf([
      { ...quiet, sent: Array.from({ length: 200 }, () => got) },
      { ...quiet, sent: [got] },
    ])
    await index.append(undefined, blocks)
    expect(await index.heldBy(account, tokenKinds, undefined, 10)).toEqual([])
    const one = blocksOf([{ ...quiet, sent: [got] }])
    const other = await openWithPool()
    await other.append(undefined, one)
    expect(await other.heldBy(account, tokenKinds, undefined, 10)).toMatchObject([{ amount: max }])
    expect(await other.timeAt(7)).toBe(1_001)
    expect(await other.timeAt(8)).toBeUndefined()
  })
}

function testLongRollback(openWithPool: OpenWithPool): void {
  test('the index rolls back more than a thousand blocks', { timeout: 60_000 }, async () => {
    const blocks = blocksOf(Array.from({ length: 1_203 }, () => quiet))
    const index = await openWithPool()
    await index.append(undefined, blocks)
    expect(
      await index.rollBack(headOf(blocks) ?? { number: 0, hash: '0x' }, headOf(blocks.slice(0, 5))),
    ).toBe(true)
    await expectSame(index, blocks.slice(0, 5))
    expect(await index.hashAt(12)).toBeUndefined()
    expect([
      await index.newestUpTo(12),
      await index.newestUpTo(9),
      await index.newestUpTo(6),
    ]).toEqual([headOf(blocks.slice(0, 5)), headOf(blocks.slice(0, 3)), undefined])
    expect(await index.hashAt(11)).toBe(blocks[4]?.hash)
  })
}
