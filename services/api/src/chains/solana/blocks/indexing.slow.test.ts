import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AddressLookupTableAccount, Keypair, PublicKey } from '@solana/web3.js'
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { nativeTokenAddress } from '@latchkey/protocol/nativeToken'
import { solanaNetworkId } from '@latchkey/devnet/solana/chain/genesis'
import {
  keysOf,
  startTestSolana,
  type TestSolana,
} from '@latchkey/devnet/solana/testing/startTestSolana'
import { startTestPostgres, type TestPostgres } from '@latchkey/server/testing/startTestPostgres'
import type { ChainIndex, Hex } from '../../../chainIndex/chainIndex.ts'
import { openDatabase } from '../../../db/openDatabase.ts'
import { kinds } from '../../../db/schema.ts'
import { indexSolana } from '../../../testing/indexSolana.ts'
import {
  effectsIndexed,
  effectsOf,
  hasEffect,
  readBlocks,
  type Effect,
  type ScannedTransaction,
} from '../../../testing/scanSolana.ts'
import { makeLookupTable, sendByTable } from '../../../testing/sendSolana.ts'
import { arbitraryAccountTransactions } from '../../../testing/arbitraryAccountTransactions.ts'
import { arbitrarySolanaTransactions } from '../../../testing/arbitrarySolanaTransactions.ts'
import {
  makeAccounts,
  makeMints,
  placeOf,
  type SolanaTestTransaction,
} from '../../../testing/solanaTraffic.ts'
import { startFlakyNode, type NodeState } from '../../../testing/startFlakyNode.ts'
import { toKey } from '../solanaKey.ts'
import type { Indexer } from '../../../indexer/chainStatus.ts'
import type { IndexerOptions } from '../../../indexer/followIndexed.ts'

/**
 * The number and the seed of the generated cases. `LATCHKEY_SEEDS` and `LATCHKEY_SEED` replace
 * them.
 */
const seeds = Number(process.env['LATCHKEY_SEEDS'] ?? 2)
const seed = Number(process.env['LATCHKEY_SEED'] ?? 20_261_125)
const deployer = keysOf('whale')
/** The lamports with which the test's accounts begin. */
const wealth = [24e9, 310e9, 41e9, 2e9]

let server: TestPostgres
beforeAll(async () => void (server = await startTestPostgres()), 60_000)
afterAll(() => server.stop())

function startIndexer(
  open: IndexerOptions['open'],
  url: string | readonly string[],
  finality?: number,
) {
  const failures: Error[] = []
  const indexer = indexSolana({
    open,
    urls: [url].flat(),
    finality,
    onFailure: (error) => failures.push(error),
  })
  onTestFinished(() => indexer.close())
  return { indexer, failures }
}

async function indexOf(indexer: Indexer): Promise<ChainIndex> {
  await indexer.settled(solanaNetworkId)
  const index = await indexer.index(solanaNetworkId)
  if (!index) throw new Error('There is no index')
  return index
}

/**
 * Sends a transaction. The chain may refuse it.
 * @param table the lookup table that names the transaction's accounts
 */
async function act(
  solana: TestSolana,
  deed: SolanaTestTransaction,
  table?: AddressLookupTableAccount,
): Promise<void> {
  const sent = table
    ? sendByTable(solana, deed, table)
    : solana.send(deed.instructions, deed.signers, { skipPreflight: true })
  await sent.catch(() => {}) // some generated transactions are too large to send
}

/** What each account has and did, read from the node without the index, by address. */
type Scan = ReadonlyMap<
  string,
  { effects: readonly Effect[]; tokens: ReadonlyMap<string, bigint>; coins: bigint }
>

async function tokensOf(
  { connection }: TestSolana,
  owner: PublicKey,
): Promise<Map<string, bigint>> {
  const sums = new Map<string, bigint>()
  for (const programId of [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID]) {
    for (const { account } of (
      await connection.getParsedTokenAccountsByOwner(owner, { programId }, 'confirmed')
    ).value) {
      const { mint, tokenAmount } = account.data.parsed.info as {
        mint: string
        tokenAmount: { amount: string }
      } // spl-token documents this shape
      sums.set(toKey(mint), (sums.get(toKey(mint)) ?? 0n) + BigInt(tokenAmount.amount))
    }
  }
  return new Map([...sums].filter(([, amount]) => amount > 0n).sort())
}

async function scan(
  solana: TestSolana,
  transactions: readonly ScannedTransaction[],
  people: readonly Keypair[],
): Promise<Scan> {
  return new Map(
    await Promise.all(
      people.map(
        async ({ publicKey }) =>
          [
            toKey(publicKey.toBase58()),
            {
              effects: effectsOf(publicKey, transactions).filter(hasEffect),
              tokens: await tokensOf(solana, publicKey),
              coins: BigInt(await solana.connection.getBalance(publicKey, 'confirmed')),
            },
          ] as const,
      ),
    ),
  )
}

/**
 * Checks that the index agrees with the scan about each account. @param where names the case in
 * messages
 */
async function expectSame(index: ChainIndex, scanned: Scan, where: string): Promise<void> {
  for (const [account, { effects, tokens, coins }] of scanned) {
    // the keys of the scan are from `toKey`
    const indexed = effectsIndexed(account, await index.transactionsOf(account as Hex, {}, 10_000))
    expect(indexed.filter(hasEffect), where).toEqual(effects)
    const holdings = await index.heldBy(
      account as Hex,
      [kinds.erc20, kinds.erc1155],
      undefined,
      1_000,
    ) // the keys of the scan are from `toKey`
    expect(
      new Map(
        holdings.map(({ token, amount }) => [token as string, amount]).sort() as [string, bigint][],
      ),
      where,
    ).toEqual(tokens)
    expect(
      indexed.reduce(
        (sum, { isOwn, fee, changes }) =>
          sum + (changes.get(nativeTokenAddress) ?? 0n) - (isOwn ? fee : 0n),
        0n,
      ),
      where,
    ).toBe(coins)
  }
}

/**
 * What happens after a block: the state of the first of two nodes, whether the processes restart,
 * and how many slots pass.
 */
const events = fc.record({
  nodeState: fc.constantFrom<NodeState>('honest', 'honest', 'down', 'failing', 'behind'),
  restarts: fc.nat(5).map((number) => number === 0),
  slots: fc.constantFrom(1, 1, 1, 4),
})

test.each(Array.from({ length: seeds }, (_, index) => seed + index))(
  'after every block of any traffic the index equals a plain scan of the chain, in both databases, over restarts and with a failing node (seed %i)',
  { timeout: 120_000 },
  async (seed) => {
    const solana = await startTestSolana()
    const first = await solana.connection.getSlot()
    const flaky = await startFlakyNode(solana.url)
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-index-'))
    onTestFinished(async () => {
      await flaky.close()
      await rm(folder, { recursive: true, force: true })
    })
    const { keys } = await makeAccounts(solana, wealth)
    const mints = await makeMints(solana, deployer)
    const table = await makeLookupTable(solana, deployer, [
      ...keys.map(({ publicKey }) => publicKey),
      ...mints.flatMap((mint) => [
        mint.address,
        ...keys.map(({ publicKey }) => placeOf(mint, publicKey)),
      ]),
    ])
    const databases = [folder, await server.create()]
    const start = () =>
      databases.map((database) =>
        startIndexer(() => openDatabase(database), [flaky.url, solana.url]),
      )
    let indexers = start()
    let read: { transactions: readonly ScannedTransaction[]; next: number } = {
      transactions: [],
      next: first,
    }
    let compared = 0

    const deed = arbitrarySolanaTransactions(
      keys,
      mints,
      deployer,
      await arbitraryAccountTransactions(keys, mints, deployer),
    )
    const blocks = fc.sample(
      fc.tuple(fc.array(fc.tuple(deed, fc.nat(2)), { minLength: 1, maxLength: 6 }), events),
      { numRuns: 30, seed },
    )
    for (const [round, [transactions, { nodeState, restarts, slots }]] of blocks.entries()) {
      for (const [deed, how] of transactions) await act(solana, deed, how === 0 ? table : undefined)
      solana.advance(slots)
      flaky.be(round === blocks.length - 1 ? 'honest' : nodeState)
      if (restarts) {
        await Promise.all(indexers.map(({ indexer }) => indexer.close()))
        indexers = start()
      }
      const fresh = await readBlocks(solana.connection, read.next)
      read = { transactions: [...read.transactions, ...fresh.transactions], next: fresh.next }
      // the index cannot be complete, because it waits for this node
      if (nodeState === 'behind' && round < blocks.length - 1) continue
      const scanned = await scan(solana, read.transactions, keys)
      for (const { indexer } of indexers)
        await expectSame(await indexOf(indexer), scanned, `seed ${seed}, block ${round}`)
      compared += 1
    }
    expect(compared).toBeGreaterThan(15)
    const kindsSeen = read.transactions.map(({ meta, transaction }) => ({
      failed: meta?.err !== null,
      byTable: transaction.message.accountKeys.some(({ source }) => source === 'lookupTable'),
      inner: meta?.innerInstructions?.length,
    }))
    for (const has of [
      kindsSeen.some(({ failed }) => failed),
      kindsSeen.some(({ failed }) => !failed),
      kindsSeen.some(({ failed, byTable }) => byTable && !failed),
      kindsSeen.some(({ inner }) => inner),
    ])
      expect(has, `seed ${seed}`).toBe(true)
  },
)

test('an indexer that was ended in the middle continues, and has the same data as a new one', {
  timeout: 60_000,
}, async () => {
  const solana = await startTestSolana()
  const { keys } = await makeAccounts(solana, wealth)
  const mints = await makeMints(solana, deployer)
  const database = await server.create()
  const transactions = fc.sample(
    arbitrarySolanaTransactions(
      keys,
      mints,
      deployer,
      await arbitraryAccountTransactions(keys, mints, deployer),
    ),
    { numRuns: 40, seed },
  )
  for (const [round, deed] of transactions.entries()) {
    await act(solana, deed)
    solana.advance()
    if (round % 13 !== 12) continue
    const { indexer } = startIndexer(() => openDatabase(database), solana.url)
    if (round % 2 === 0) await indexOf(indexer)
    await indexer.close()
  }
  const [resumed, fresh] = await Promise.all(
    [
      startIndexer(() => openDatabase(database), solana.url),
      startIndexer(() => openDatabase('memory'), solana.url),
    ].map(({ indexer }) => indexOf(indexer)),
  )
  for (const { publicKey } of keys) {
    const account = toKey(publicKey.toBase58())
    expect(await resumed?.transactionsOf(account, {}, 10_000)).toEqual(
      await fresh?.transactionsOf(account, {}, 10_000),
    )
  }
})

test('after a reset of the chain the indexer reads it again if blocks may be rolled back, and raises an alarm otherwise', {
  timeout: 60_000,
}, async () => {
  const [first, second] = [await startTestSolana(), await startTestSolana()]
  for (const chain of [first, second]) {
    await makeMints(chain, deployer)
    chain.advance(3)
  }
  const database = await server.create()
  const before = startIndexer(() => openDatabase(database), first.url)
  await indexOf(before.indexer)
  await before.indexer.close()
  const strict = startIndexer(() => openDatabase(database), second.url)
  await strict.indexer.settled(solanaNetworkId)
  expect(await strict.indexer.index(solanaNetworkId)).toBeUndefined()
  expect(strict.indexer.health()).toEqual({ [solanaNetworkId]: 'alarm' })
  await strict.indexer.close()
  const lenient = await indexOf(
    startIndexer(() => openDatabase(database), second.url, Number.MAX_SAFE_INTEGER).indexer,
  )
  const expected = await indexOf(startIndexer(() => openDatabase('memory'), second.url).indexer)
  const account = toKey(deployer.publicKey.toBase58())
  expect(await lenient.head()).toEqual(await expected.head())
  expect(await lenient.transactionsOf(account, {}, 100)).toEqual(
    await expected.transactionsOf(account, {}, 100),
  )
})
