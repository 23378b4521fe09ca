import type { ServerResponse } from 'node:http'
import * as fc from 'fast-check'
import { eq } from 'drizzle-orm'
import { parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accounts } from '@latchkey/devnet/accounts'
import { freePorts } from '@latchkey/devnet/ports'
import { startChain, type RunningChain } from '@latchkey/devnet/startChain'
import type { Hex } from '../chainIndex/chainIndex.ts'
import { openChainIndex } from '../chainIndex/openChainIndex.ts'
import type { Database } from '@latchkey/server/db/database'
import { openDatabase } from '../db/openDatabase.ts'
import { blocks } from '../db/schema.ts'
import { createNodes, NodesError } from '../providers/nodes.ts'
import { createScan } from '../testing/scanChain.ts'
import { seenBy, shown } from '../testing/seenBy.ts'
import { hostile, spoilAnswer, type Fault } from '../testing/spoilAnswer.ts'
import { sendJson, startFakeNode, type FakeNode } from '../testing/startFakeNode.ts'
import {
  chainClient,
  arbitraryTransactions,
  type ChainClient,
  type TestTransaction,
} from '../testing/traffic.ts'
import { createEvmSource } from '../chains/evm/blocks/createEvmSource.ts'
import { Follower } from './followChain.ts'
import { SourceError } from './sourceError.ts'
import { evmNodes } from '../chains/evm/nodes/evmNodes.ts'

/** The seed of the generated cases. `LATCHKEY_SEED` replaces it. */
const seed = Number(process.env['LATCHKEY_SEED'] ?? 20_261_122)
const never = new AbortController().signal
/** A time that is recognised as wrong if the block before has a later time. */
const early = '0xffff'
const people = accounts.slice(0, 5).map(({ address }) => address)

let chain: RunningChain
let client: ChainClient
let database: Database
let proxy: FakeNode
/** The first indexed block. */
let first = 0
/** Decides the fault of the node's next answer; undefined for a correct answer. */
const plan: { next: () => Fault | 'silence' | 'refusal' | undefined } = { next: () => undefined }

beforeAll(async () => {
  const [port = 0] = await freePorts(1)
  ;[chain, database] = await Promise.all([
    startChain(31_337, { port, fresh: true, onNotice: () => {} }),
    openDatabase('memory'),
  ])
  client = chainClient(chain.url)
  proxy = await startFakeNode(
    (body, response) => {
      pass(body, response).catch(() => response.destroy())
    },
    { receivesChainId: true },
  )
}, 120_000)
afterAll(async () => {
  await proxy.close()
  await Promise.all([chain.close(), database.close()])
})

async function pass(body: string, response: ServerResponse): Promise<void> {
  const fault = plan.next()
  if (fault === 'silence') return
  // the first block has no block before it, so nothing shows that its time is wrong
  if (
    typeof fault === 'object' &&
    fault.value === early &&
    body.includes(`["0x${first.toString(16)}"`)
  )
    return pass(body, response)
  if (fault === 'refusal')
    return sendJson(response, { jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'busy' } })
  const honest: unknown = await (
    await fetch(chain.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
  ).json()
  sendJson(response, (fault && spoilAnswer(honest, fault)) ?? honest)
}

async function mine(transactions: readonly TestTransaction[]): Promise<void> {
  for (const { from, to, data, value } of transactions)
    await client.sendTransaction({
      account: from,
      to: to ?? null,
      data,
      value,
      gas: 1_000_000n,
      maxFeePerGas: 10n ** 11n,
      chain: null,
    } as never) // without a receiver it creates a contract
  await client.mine({ blocks: 1 })
}

test("when a node's answers have any false fields, no false data counts as complete, and after honest answers the index equals a plain scan", {
  timeout: 120_000,
}, async () => {
  for (const person of people)
    await client.setBalance({
      address: person,
      value: (await client.getBalance({ address: person })) + parseEther('100'),
    })
  await client.setAutomine(false)
  first = Number(await client.getBlockNumber()) + 1
  const transactions = fc.sample(
    fc.array(arbitraryTransactions(chain.deployment, people), { minLength: 1, maxLength: 3 }),
    { numRuns: 14, seed },
  )
  for (const some of transactions.splice(0, 6)) await mine(some)

  // the follower uses this clock, too: by the machine's clock, it would not read the removed head
  // again for five seconds
  const began = Date.now()
  const clock = { now: 0 }
  const nodes = createNodes({
    rules: evmNodes,
    urls: [proxy.url],
    networkId: 'eip155:31337',
    fetch,
    timeLimit: 500,
    now: () => clock.now,
  })
  const index = await openChainIndex(database.queries, 'eip155:31337', first)
  const progress = { seen: () => {}, added: () => {}, takenBack: () => {} }
  const follower = new Follower({
    index,
    source: createEvmSource(nodes, { tracePause: 1 }),
    startBlock: first,
    finality: 4,
    timeTolerance: 86_400,
    now: () => began + clock.now,
    wrapped: chain.deployment.dex.weth.toLowerCase() as Hex,
    isPricePool: () => false,
    pools: [],
    progress,
    batch: { blocks: 3, rows: 1_000 },
  })

  /** Whether the last step ended with an alarm. Then only the operator may roll back blocks. */
  let isAlarmed = false
  /**
   * Runs a step of the follower. Returns whether the index is complete afterwards. Only known
   * errors may occur.
   */
  const step = async (): Promise<boolean> => {
    clock.now += 20_000
    try {
      const { status } = await follower.step(never)
      isAlarmed = status === 'alarm'
      return status === 'there' && (await follower.isWhole(never))
    } catch (error) {
      expect(
        error instanceof NodesError || error instanceof SourceError,
        `seed ${seed}: ${error}`,
      ).toBe(true)
      return false
    }
  }
  const scan = createScan(client, chain.deployment.dex.weth)
  const expectWhole = async () => {
    const newest = await client.getBlock({ blockTag: 'latest' })
    expect(await index.head(), `seed ${seed}`).toEqual({
      number: Number(newest.number),
      hash: newest.hash,
    })
  }

  const faults = fc.sample(
    fc.oneof(
      { weight: 40, arbitrary: hostile },
      { weight: 1, arbitrary: fc.constant('silence' as const) },
      { weight: 3, arbitrary: fc.constant('refusal' as const) },
    ),
    { numRuns: 400, seed },
  )
  const turns = fc.sample(fc.nat(99), { numRuns: 5_000, seed })
  let spoilt = 0
  plan.next = () => ((turns.pop() ?? 99) < 12 ? ((spoilt += 1), faults.pop()) : undefined)
  let wholes = 0
  for (let steps = 0; steps < 110; steps += 1) {
    const head = (await step()) ? await index.head() : undefined
    if (head) {
      wholes += 1
      await expectWhole()
      await expectScan(first)
      await index.rollBack(head, undefined) // then the same node is read from the start again
    }
    const some = steps % 20 === 19 ? transactions.pop() : undefined
    if (some) await mine(some)
    // viem's types lack this method
    if (steps % 40 === 39) await client.request({ method: 'anvil_reorg', params: [2, []] } as never)
  }
  expect(wholes).toBeGreaterThan(0)
  expect(spoilt).toBeGreaterThan(20)

  plan.next = () => undefined
  for (let steps = 0; !(await step()); steps += 1) {
    expect(steps, `seed ${seed}`).toBeLessThan(60)
    // A false block that was stored far below the head causes an alarm that stays. Then the
    // operator has to index the chain again.
    const head = isAlarmed ? await index.head() : undefined
    if (head) await index.rollBack(head, undefined)
  }
  await expectWhole()
  await expectScan(first)

  async function expectScan(from: number): Promise<void> {
    const traced = new Map(
      (
        await database.queries
          .select({ number: blocks.number, isTraced: blocks.isTraced })
          .from(blocks)
          .where(eq(blocks.chain, 1))
      ).map(({ number, isTraced }) => [number, isTraced]),
    )
    const all = []
    for (let number = Number(await client.getBlockNumber()); number >= from; number -= 1)
      all.push((await scan(BigInt(number), { traced: traced.get(number) ?? true })).toReversed())
    for (const person of people) {
      const account = person.toLowerCase() as Hex
      expect((await index.transactionsOf(account, {}, 10_000)).map(shown), `seed ${seed}`).toEqual(
        all.flat().flatMap((transaction) => seenBy(account, transaction)),
      )
    }
  }
})
