import * as fc from 'fast-check'
import { erc20Abi, parseAbi, parseEther, type Address } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accounts } from '@latchkey/devnet/accounts'
import { freePorts } from '@latchkey/devnet/ports'
import { startChain, type RunningChain } from '@latchkey/devnet/startChain'
import type { ChainIndex, Hex } from '../chainIndex/chainIndex.ts'
import { openDatabase } from '../db/openDatabase.ts'
import { kinds } from '../db/schema.ts'
import { indexDevnet } from '../testing/indexDevnet.ts'
import { createScan } from '../testing/scanChain.ts'
import { seenBy, shown } from '../testing/seenBy.ts'
import { sendJson, startFakeNode } from '../testing/startFakeNode.ts'
import { startTestPostgres, type TestPostgres } from '@latchkey/server/testing/startTestPostgres'
import { chainClient, arbitraryTransactions, type ChainClient } from '../testing/traffic.ts'
import type { Indexer } from './chainStatus.ts'
import type { IndexerOptions } from './followIndexed.ts'

let chain: RunningChain
let client: ChainClient
let server: TestPostgres
const networkId = 'eip155:31337'
const opened: Indexer[] = []

beforeAll(async () => {
  const [port = 0] = await freePorts(1)
  ;[chain, server] = await Promise.all([
    startChain(31_337, { port, fresh: true, onNotice: () => {} }),
    startTestPostgres(),
  ])
  client = chainClient(chain.url)
}, 120_000)
afterAll(async () => {
  await Promise.all(opened.splice(0).map((indexer) => indexer.close()))
  await Promise.all([chain.close(), server.stop()])
})

function startIndexer(open: IndexerOptions['open'], url = chain.url, startBlock = 0) {
  const failures: Error[] = []
  const indexer = indexDevnet({
    deployment: chain.deployment,
    url,
    open,
    startBlock,
    onFailure: (error) => failures.push(error),
  })
  opened.push(indexer)
  return { indexer, failures }
}

async function indexOf(indexer: Indexer): Promise<ChainIndex> {
  await indexer.settled(networkId)
  const index = await indexer.index(networkId)
  if (!index) throw new Error('There is no index')
  return index
}

const people = accounts.slice(0, 6).map(({ address }) => address)

test('after every block of any traffic, the index equals a scan of the chain, in both databases', {
  timeout: 300_000,
}, async () => {
  const seed = Date.now() % 2 ** 31 // the seed is printed when a comparison fails
  const first = Number(await client.getBlockNumber()) + 1
  const scan = createScan(client, chain.deployment.dex.weth)
  const indexers = [
    startIndexer(() => openDatabase('memory')),
    startIndexer(async () => openDatabase(await server.create())),
  ]
  const indexes = await Promise.all(indexers.map(({ indexer }) => indexOf(indexer)))
  // some accounts of the devnet have too few coins for the fees
  for (const person of people)
    await client.setBalance({
      address: person,
      value: (await client.getBalance({ address: person })) + parseEther('100'),
    })
  const begin = new Map<string, bigint>()
  for (const person of people)
    for (const index of indexes)
      begin.set(
        person,
        (await client.getBalance({ address: person })) - (await coinFlow(index, person)),
      )
  // all accounts began with whole coins, so a difference of one wei would show
  expect([...begin.values()].every((amount) => amount % 10n ** 18n === 0n)).toBe(true)
  await client.setAutomine(false)

  const expectSame = async () => {
    const newest = Number(await client.getBlockNumber())
    const blocks = []
    for (let number = newest; number >= first; number--)
      blocks.push((await scan(BigInt(number))).toReversed())
    await Promise.all(indexers.map(({ indexer }) => indexer.settled(networkId)))
    for (const person of people) {
      const account = person.toLowerCase() as Hex
      const expected = blocks.flat().flatMap((transaction) => seenBy(account, transaction))
      for (const index of indexes) {
        const all = await index.transactionsOf(account, {}, 10_000)
        expect(all.filter(({ block }) => block >= first).map(shown), `seed ${seed}`).toEqual(
          expected,
        )
      }
      await expectBalances(indexes, person, begin.get(person) ?? 0n)
    }
  }

  const transactions = arbitraryTransactions(chain.deployment, people)
  const mined = fc.record({
    transactions: fc.array(transactions, { minLength: 1, maxLength: 5 }),
    replaced: fc.boolean(),
    dropped: fc.boolean(),
    reorg: fc.option(
      fc.record({
        depth: fc.integer({ min: 1, max: 4 }),
        transactions: fc.array(transactions, { maxLength: 3 }),
      }),
      { freq: 3 },
    ),
  })
  const rounds = fc.sample(mined, { numRuns: 8, seed })
  for (const round of rounds) {
    for (const sent of round.transactions) await send(sent)
    const [person = '0x'] = people
    if (round.replaced) await replace(person)
    if (round.dropped)
      await client.dropTransaction({ hash: await send({ from: person, to: person, value: 77n }) })
    await client.mine({ blocks: 1 })
    await expectSame()
    const depth = Math.min(round.reorg?.depth ?? 0, Number(await client.getBlockNumber()) - first)
    if (!round.reorg || depth < 1) continue
    const { transactions } = round.reorg
    await client.request({
      method: 'anvil_reorg',
      params: [
        depth,
        transactions.map(({ from, to, data, value = 0n }, index) => [
          { from, to, data, value: `0x${value.toString(16)}` },
          index % depth,
        ]),
      ],
    } as never) // viem's types lack this method
    await expectSame()
  }
  await client.setAutomine(true)
  expect(indexers.flatMap(({ failures }) => failures)).toEqual([])
})

async function send(sent: {
  from: Address
  to?: Address
  data?: Hex
  value?: bigint
}): Promise<Hex> {
  return client.sendTransaction({
    account: sent.from,
    to: sent.to ?? null,
    data: sent.data,
    value: sent.value,
    gas: 1_000_000n,
    maxFeePerGas: 10n ** 11n,
    chain: null,
  } as never) // without a receiver it creates a contract
}

/** Sends two transactions with the same nonce. The one with the higher fee is mined. */
async function replace(from: Address): Promise<void> {
  const nonce = await client.getTransactionCount({ address: from, blockTag: 'pending' })
  const common = { account: from, to: from, nonce, gas: 21_000n, chain: null }
  await client.sendTransaction({
    ...common,
    value: 5n,
    maxFeePerGas: 10n ** 11n,
    maxPriorityFeePerGas: 1n,
  })
  await client.sendTransaction({
    ...common,
    value: 6n,
    maxFeePerGas: 10n ** 12n,
    maxPriorityFeePerGas: 10n,
  })
}

const copiesAbi = parseAbi(['function balanceOf(address, uint256) view returns (uint256)'])

/**
 * Checks that the indexed token holdings equal the balances in honest contracts, and that the
 * indexed moves of coins and fees add up to the account's balance.
 */
async function expectBalances(
  indexes: readonly ChainIndex[],
  person: Address,
  begin: bigint,
): Promise<void> {
  const account = person.toLowerCase() as Hex
  const { tokens, collections } = chain.deployment
  const sums = new Map<string, bigint>()
  for (const { address } of tokens)
    sums.set(
      address.toLowerCase(),
      await client.readContract({
        address,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [person],
      }),
    )
  for (const index of indexes) {
    const held = await index.heldBy(
      account,
      [kinds.erc20, kinds.erc721, kinds.erc1155],
      undefined,
      10_000,
    )
    const listed = held.filter(({ token, kind }) => kind === kinds.erc20 && sums.has(token))
    expect(new Map(listed.map(({ token, amount }) => [token as string, amount]))).toEqual(
      new Map([...sums].filter(([, amount]) => amount > 0n)),
    )
    for (const { address, standard } of collections) {
      const own = held.filter(({ token }) => token === address.toLowerCase())
      if (standard === 'ERC721')
        expect(BigInt(own.length)).toBe(
          await client.readContract({
            address,
            abi: erc20Abi,
            functionName: 'balanceOf',
            args: [person],
          }),
        )
      else
        for (const { tokenId, amount } of own)
          expect(amount).toBe(
            await client.readContract({
              address,
              abi: copiesAbi,
              functionName: 'balanceOf',
              args: [person, tokenId],
            }),
          )
    }
    expect(await client.getBalance({ address: person })).toBe(
      begin + (await coinFlow(index, person)),
    )
  }
}

/** The sum of all changes of an account's coins in the index. */
async function coinFlow(index: ChainIndex, person: Address): Promise<bigint> {
  const account = person.toLowerCase() as Hex
  const all = await index.transactionsOf(account, {}, 10_000)
  const coins = all
    .flatMap(({ transfers }) => transfers)
    .filter(({ kind }) => kind === kinds.native || kind === kinds.internal)
  const flow = coins.reduce(
    (sum, { sender, recipient, amount }) =>
      sum + (recipient === account ? amount : 0n) - (sender === account ? amount : 0n),
    0n,
  )
  return all.filter(({ sender }) => sender === account).reduce((sum, { fee }) => sum - fee, flow)
}

test('of two processes on one PostgreSQL database one writes the index, and the other one takes over when the first ends', {
  timeout: 120_000,
}, async () => {
  const url = await server.create()
  const newest = async () => Number(await client.getBlockNumber())
  const begin = (await newest()) - 5
  const first = startIndexer(() => openDatabase(url), chain.url, begin)
  const index = await indexOf(first.indexer)
  const second = startIndexer(() => openDatabase(url), chain.url, begin)
  // the second indexer does not lead: it reads what the first one writes
  await expect.poll(() => second.indexer.index(networkId), { timeout: 60_000 }).toBeDefined()
  expect((await index.head())?.number).toBe(await newest())
  await client.mine({ blocks: 3 })
  await first.indexer.close()
  await second.indexer.settled(networkId)
  expect((await (await second.indexer.index(networkId))?.head())?.number).toBe(await newest())
  expect([...first.failures, ...second.failures]).toEqual([])
})

test('a process with a lower first block waits for the leading process to end, and then indexes the missing blocks', {
  timeout: 120_000,
}, async () => {
  const url = await server.create()
  const begin = Number(await client.getBlockNumber()) - 10
  const { indexer: later } = startIndexer(() => openDatabase(url), chain.url, begin + 5)
  const index = await indexOf(later)
  const { indexer: earlier } = startIndexer(() => openDatabase(url), chain.url, begin)
  // this process does not lead, so it only reads
  await expect.poll(() => earlier.index(networkId), { timeout: 20_000 }).toBeDefined()
  expect([await index.hashAt(begin + 4), await index.hashAt(begin + 5)]).toEqual([
    undefined,
    expect.anything(),
  ])
  await later.close()
  await earlier.settled(networkId)
  expect(await (await indexOf(earlier)).hashAt(begin)).toBeDefined()
})

test('the indexer requests a failing node again, and until the node answers no index counts as complete', {
  timeout: 120_000,
}, async () => {
  let isUp = false
  const node = await startFakeNode((body, response) => {
    if (!isUp) return void response.writeHead(500).end()
    fetch(chain.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      .then((answer) => answer.json())
      .then(
        (answer) => sendJson(response, answer),
        () => response.destroy(),
      )
  })
  const { indexer, failures } = startIndexer(
    async () => openDatabase(await server.create()),
    node.url,
    Number(await client.getBlockNumber()) - 5,
  )
  const settled = indexer.settled(networkId)
  await expect.poll(() => failures.length, { timeout: 60_000 }).toBe(1)
  expect(await indexer.index(networkId)).toBeUndefined()
  isUp = true
  await settled
  expect((await (await indexer.index(networkId))?.head())?.number).toBe(
    Number(await client.getBlockNumber()),
  )
  expect(failures).toHaveLength(1)
  await node.close()
})
