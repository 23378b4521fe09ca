import type { Keypair, PublicKey } from '@solana/web3.js'
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { solanaNetworkId } from '@latchkey/devnet/solana/chain/genesis'
import { keysOf, startTestSolana, type TestSolana } from '@latchkey/devnet/solana/testing/startTestSolana'
import { startTestPostgres, type TestPostgres } from '@latchkey/server/testing/startTestPostgres'
import type { ChainIndex } from '../chainIndex/chainIndex.ts'
import { openDatabase } from '../db/openDatabase.ts'
import { kinds } from '../db/schema.ts'
import type { Indexer, IndexerOptions } from '../indexer/createIndexer.ts'
import { indexSolana } from '../testing/indexSolana.ts'
import { effectsIndexed, effectsOf, isFelt, readParsed } from '../testing/scanSolana.ts'
import { makeAccounts, makeMints, solanaDeeds } from '../testing/solanaTraffic.ts'
import { toKey } from './solanaKey.ts'

/** Set `LATCHKEY_SEED` for other cases. */
const seed = Number(process.env['LATCHKEY_SEED'] ?? 20_261_125)
const deployer = keysOf('whale')
/** Lamports of the accounts that take part. */
const wealth = [24e9, 310e9, 41e9, 2e9]

let server: TestPostgres
beforeAll(async () => void (server = await startTestPostgres()), 60_000)
afterAll(() => server.stop())

function startIndexer(open: IndexerOptions['open'], url: string, finality?: number) {
  const failures: Error[] = []
  const indexer = indexSolana({ open, url, finality, onFailure: (error) => failures.push(error) })
  onTestFinished(() => indexer.close())
  return { indexer, failures }
}

async function indexOf(indexer: Indexer): Promise<ChainIndex> {
  await indexer.settled(solanaNetworkId)
  const index = await indexer.index(solanaNetworkId)
  if (!index) throw new Error('There is no index')
  return index
}

/** Sends a deed, if the chain takes it, and remembers its signature. */
async function act({ send }: TestSolana, deed: { instructions: Parameters<TestSolana['send']>[0]; signers: readonly Keypair[] }, done: string[]): Promise<void> {
  const signature = await send(deed.instructions, deed.signers, { skipPreflight: true }).catch(() => undefined) // a transaction may be too large
  if (signature && !done.includes(signature)) done.push(signature)
}

async function tokensOf({ connection }: TestSolana, owner: PublicKey): Promise<Map<string, bigint>> {
  const sums = new Map<string, bigint>()
  for (const programId of [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID]) {
    for (const { account } of (await connection.getParsedTokenAccountsByOwner(owner, { programId }, 'confirmed')).value) {
      const { mint, tokenAmount } = account.data.parsed.info as { mint: string; tokenAmount: { amount: string } } // as spl-token types it
      sums.set(toKey(mint), (sums.get(toKey(mint)) ?? 0n) + BigInt(tokenAmount.amount))
    }
  }
  return new Map([...sums].filter(([, amount]) => amount > 0n).sort())
}

async function expectSame(solana: TestSolana, indexes: readonly ChainIndex[], done: readonly string[], people: readonly Keypair[]): Promise<void> {
  const transactions = await readParsed(solana.connection, done)
  for (const { publicKey } of people) {
    const account = toKey(publicKey.toBase58())
    const scanned = effectsOf(publicKey, transactions).filter(isFelt)
    const held = await tokensOf(solana, publicKey)
    for (const index of indexes) {
      const indexed = await index.transactionsOf(account, {}, 10_000)
      expect(effectsIndexed(account, indexed).filter(isFelt), `seed ${seed}`).toEqual(scanned)
      const holdings = await index.heldBy(account, [kinds.erc20, kinds.erc1155], undefined, 1_000)
      expect(new Map(holdings.map(({ token, amount }) => [token as string, amount]).sort() as [string, bigint][]), `seed ${seed}`).toEqual(held)
      const flow = effectsIndexed(account, indexed).reduce((sum, { isOwn, fee, changes }) => sum + (changes.get('0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee') ?? 0n) - (isOwn ? fee : 0n), 0n)
      expect(flow, `seed ${seed}`).toBe(BigInt(await solana.connection.getBalance(publicKey, 'confirmed')))
    }
  }
}

test('says what the chain says, after every block of any traffic, in both databases', { timeout: 90_000 }, async () => {
  const solana = await startTestSolana()
  const { keys: people, signature } = await makeAccounts(solana, wealth)
  const mints = await makeMints(solana, deployer)
  solana.advance()
  const indexers = [startIndexer(() => openDatabase('memory'), solana.url), startIndexer(async () => openDatabase(await server.create()), solana.url)]
  const indexes = await Promise.all(indexers.map(({ indexer }) => indexOf(indexer)))
  const done: string[] = [signature]
  const blocks = fc.sample(fc.array(solanaDeeds(people, mints, deployer), { minLength: 1, maxLength: 6 }), { numRuns: 30, seed })
  for (const [round, deeds] of blocks.entries()) {
    for (const deed of deeds) await act(solana, deed, done)
    solana.advance(round % 5 === 0 ? 4 : 1)
    await Promise.all(indexers.map(({ indexer }) => indexer.settled(solanaNetworkId)))
    await expectSame(solana, indexes, done, people)
  }
  const all = await readParsed(solana.connection, done)
  expect(all.some(({ meta }) => meta?.err !== null) && all.some(({ meta }) => meta?.err === null)).toBe(true)
  expect(indexers.flatMap(({ failures }) => failures)).toEqual([])
})

test('a process that is ended in the middle goes on where it was, and one that starts anew reads the same', { timeout: 60_000 }, async () => {
  const solana = await startTestSolana()
  const { keys: people } = await makeAccounts(solana, wealth)
  const mints = await makeMints(solana, deployer)
  const database = await server.create()
  const done: string[] = []
  const deeds = fc.sample(solanaDeeds(people, mints, deployer), { numRuns: 40, seed })
  for (const [round, deed] of deeds.entries()) {
    await act(solana, deed, done)
    solana.advance()
    if (round % 13 !== 12) continue
    const { indexer } = startIndexer(() => openDatabase(database), solana.url)
    if (round % 2 === 0) await indexOf(indexer)
    await indexer.close()
  }
  const [resumed, fresh] = await Promise.all([startIndexer(() => openDatabase(database), solana.url), startIndexer(() => openDatabase('memory'), solana.url)].map(({ indexer }) => indexOf(indexer)))
  for (const { publicKey } of people) {
    const account = toKey(publicKey.toBase58())
    expect(await resumed?.transactionsOf(account, {}, 10_000)).toEqual(await fresh?.transactionsOf(account, {}, 10_000))
  }
})

test('a chain whose state was reset is read anew where blocks may be taken back, and raises an alarm elsewhere', { timeout: 60_000 }, async () => {
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
  const lenient = await indexOf(startIndexer(() => openDatabase(database), second.url, Number.MAX_SAFE_INTEGER).indexer)
  const expected = await indexOf(startIndexer(() => openDatabase('memory'), second.url).indexer)
  const account = toKey(deployer.publicKey.toBase58())
  expect(await lenient.head()).toEqual(await expected.head())
  expect(await lenient.transactionsOf(account, {}, 100)).toEqual(await expected.transactionsOf(account, {}, 100))
})
