import type { ServerResponse } from 'node:http'
import * as fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { keysOf, startTestSolana } from '@latchkey/devnet/solana/testing/startTestSolana'
import { openChainIndex } from '../../../chainIndex/openChainIndex.ts'
import { openDatabase } from '../../../db/openDatabase.ts'
import { Follower } from '../../../indexer/followChain.ts'
import { SourceError } from '../../../indexer/sourceError.ts'
import { createNodes, NodesError } from '../../../providers/nodes.ts'
import { hostile, spoilMember, type Fault } from '../../../testing/spoilAnswer.ts'
import { arbitrarySolanaTransactions } from '../../../testing/arbitrarySolanaTransactions.ts'
import { makeAccounts, makeMints } from '../../../testing/solanaTraffic.ts'
import { sendJson, startFakeNode } from '../../../testing/startFakeNode.ts'
import { blockMembers } from './blockWire.ts'
import { createSolanaSource } from './createSolanaSource.ts'
import { toKey } from '../solanaKey.ts'
import { solanaNodes } from '../solanaNodes.ts'

/** The seed of the generated cases. `LATCHKEY_SEED` replaces it. */
const seed = Number(process.env['LATCHKEY_SEED'] ?? 20_261_125)
const never = new AbortController().signal
const deployer = keysOf('whale')

/**
 * Members whose false values a reader cannot notice, because many values are possible there.
 */
const unverifiable: ReadonlySet<string> = new Set(['data', 'err', 'transactions'])
/**
 * Members in which a reader cannot notice a false small number, because many small numbers are
 * possible there.
 */
const numbers: ReadonlySet<string> = new Set([
  'programIdIndex',
  'accountIndex',
  'index',
  'decimals',
  'blockTime',
  'parentSlot',
])
const read: ReadonlySet<string> = new Set(['result', ...blockMembers])
const isNoticed = (name: string, value: unknown) =>
  read.has(name) && !unverifiable.has(name) && !(numbers.has(name) && typeof value === 'number')

/** Removes one block from a node's list of blocks. */
function omit(answer: unknown, place: number): unknown {
  const { result } = answer as { result?: unknown } // the answer comes from our own chain
  return Array.isArray(result) && result.length > 1
    ? {
        jsonrpc: '2.0',
        id: 1,
        result: result.filter((_, index) => index !== place % (result.length - 1)),
      }
    : undefined
}

test("when a node's answers have any false fields, no false data counts as complete, and honest answers restore the index", {
  timeout: 90_000,
}, async () => {
  const solana = await startTestSolana()
  const startBlock = await solana.connection.getSlot()
  const { keys } = await makeAccounts(solana, [24e9, 310e9, 41e9])
  const mints = await makeMints(solana, deployer)
  const transactions = fc.sample(
    fc.array(arbitrarySolanaTransactions(keys, mints, deployer), { minLength: 1, maxLength: 3 }),
    { numRuns: 16, seed },
  )
  const mine = async () => {
    // some generated transactions are too large to send
    for (const { instructions, signers } of transactions.pop() ?? [])
      await solana.send(instructions, signers, { skipPreflight: true }).catch(() => {})
    solana.advance()
  }
  for (let index = 0; index < 8; index += 1) await mine()

  /** Decides the fault of the node's next answer; undefined for a correct answer. */
  const plan: { next: () => Fault | 'silence' | 'refusal' | undefined } = {
    next: () => undefined,
  }
  const pass = async (body: string, response: ServerResponse) => {
    const fault = plan.next()
    if (fault === 'silence') return
    if (fault === 'refusal')
      return sendJson(response, {
        jsonrpc: '2.0',
        id: 1,
        error: { code: -32005, message: 'busy', data: { numSlotsBehind: 5 } },
      })
    const honest: unknown = await (
      await fetch(solana.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
    ).json()
    const spoilt =
      fault &&
      (body.includes('getBlocksWithLimit') && fault.place % 2 === 0
        ? omit(honest, fault.place)
        : spoilMember(honest, fault, isNoticed))
    sendJson(response, spoilt ?? honest)
  }
  const proxy = await startFakeNode(
    (body, response) => void pass(body, response).catch(() => response.destroy()),
    { receivesChainId: true },
  )
  onTestFinished(proxy.close)

  const database = await openDatabase('memory')
  onTestFinished(() => database.close())
  const clock = { now: 0 }
  const followerAt = async (url: string, network: string) => {
    const index = await openChainIndex(database.queries, network, startBlock)
    const nodes = createNodes({
      rules: solanaNodes,
      urls: [url],
      networkId: solana.networkId,
      fetch,
      timeLimit: 500,
      now: () => clock.now,
    })
    const follower = new Follower({
      index,
      source: createSolanaSource(nodes, { startBlock }),
      startBlock,
      finality: Number.MAX_SAFE_INTEGER,
      timeTolerance: 86_400,
      now: Date.now,
      wrapped: undefined,
      isPricePool: () => false,
      pools: [],
      progress: { seen: () => {}, added: () => {}, takenBack: () => {} },
      batch: { blocks: 3, rows: 1_000 },
    })
    return { index, follower }
  }
  const { index, follower } = await followerAt(proxy.url, solana.networkId)
  const honest = await followerAt(solana.url, 'solana:honest')

  /**
   * Runs a step of the follower. Returns whether the index is complete afterwards. Only known
   * errors may occur.
   */
  const step = async (): Promise<boolean> => {
    clock.now += 20_000
    try {
      return (await follower.step(never)).status === 'there' && (await follower.isWhole(never))
    } catch (error) {
      expect(
        error instanceof NodesError || error instanceof SourceError,
        `seed ${seed}: ${error}`,
      ).toBe(true)
      return false
    }
  }
  const expectWhole = async () => {
    while ((await honest.follower.step(never)).status === 'going');
    expect(await index.head(), `seed ${seed}`).toEqual(await honest.index.head())
    for (const { publicKey } of keys) {
      const account = toKey(publicKey.toBase58())
      expect(await index.transactionsOf(account, {}, 10_000), `seed ${seed}`).toEqual(
        await honest.index.transactionsOf(account, {}, 10_000),
      )
    }
  }

  const faults = fc.sample(
    fc.oneof(
      { weight: 40, arbitrary: hostile },
      { weight: 1, arbitrary: fc.constant('silence' as const) },
      { weight: 3, arbitrary: fc.constant('refusal' as const) },
    ),
    { numRuns: 500, seed },
  )
  const turns = fc.sample(fc.nat(99), { numRuns: 5_000, seed })
  let spoilt = 0
  let wholes = 0
  plan.next = () => ((turns.pop() ?? 99) < 12 ? ((spoilt += 1), faults.pop()) : undefined)
  for (let steps = 0; steps < 120; steps += 1) {
    if (await step()) {
      wholes += 1
      await expectWhole()
      const head = await index.head()
      // then the same node is read from the start again
      if (head) await index.rollBack(head, undefined)
    }
    if (steps % 20 === 19) await mine()
  }
  expect(wholes).toBeGreaterThan(0)
  expect(spoilt).toBeGreaterThan(20)
  plan.next = () => undefined
  for (let steps = 0; !(await step()); steps += 1) expect(steps, `seed ${seed}`).toBeLessThan(60)
  await expectWhole()
})

test('after a node reports an impossible slot, the search for blocks ends with an error, and a correct slot is accepted', async () => {
  const node = { slot: Number.MAX_SAFE_INTEGER }
  const solana = await startTestSolana()
  const startBlock = await solana.connection.getSlot()
  await makeAccounts(solana, [24e9])
  solana.advance(2)
  const proxy = await startFakeNode(
    (body, response) =>
      void (async () => {
        if (body.includes('"getSlot"'))
          return sendJson(response, { jsonrpc: '2.0', id: 1, result: node.slot })
        sendJson(
          response,
          node.slot > 2 ** 50 && body.includes('"getBlocks"')
            ? { jsonrpc: '2.0', id: 1, result: [] }
            : await (await fetch(solana.url, { method: 'POST', body })).json(),
        )
      })().catch(() => response.destroy()),
    { receivesChainId: true },
  )
  onTestFinished(proxy.close)
  const source = createSolanaSource(
    createNodes({
      rules: solanaNodes,
      urls: [proxy.url],
      networkId: solana.networkId,
      fetch,
      timeLimit: 5_000,
    }),
    { startBlock },
  )
  await expect(source.newest(never)).rejects.toThrow(NodesError)
  expect(proxy.requests.length).toBeLessThan(60)
  node.slot = await solana.connection.getSlot('confirmed')
  expect((await source.newest(never)).number).toBeGreaterThanOrEqual(startBlock)
})
