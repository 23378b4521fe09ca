import {
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SendTransactionError,
  SystemProgram,
  Transaction,
  type Blockhash,
} from '@solana/web3.js'
import { createSolanaRpc, address as kitAddress, lamports } from '@solana/kit'
import { afterEach, expect, test } from 'vitest'
import { developmentKeypair } from './keys.ts'
import { solanaAccounts, solanaAddressOf } from './solanaAccounts.ts'
import { startSolanaChain, type SolanaChain, type SolanaChainOptions } from './startSolanaChain.ts'

const running: SolanaChain[] = []
afterEach(async () => {
  for (const chain of running.splice(0)) await chain.close()
})

async function start(
  options: SolanaChainOptions = {},
): Promise<SolanaChain & { connection: Connection }> {
  const chain = await startSolanaChain({ isHeld: true, ...options })
  running.push(chain)
  return { ...chain, connection: new Connection(chain.url, 'processed') }
}

const userKeys = () => Keypair.fromSeed(developmentKeypair(0).seed)

function transfer(
  blockhash: Blockhash,
  amount: number,
  to = Keypair.generate().publicKey,
): Transaction {
  const from = userKeys()
  const transaction = new Transaction({
    feePayer: from.publicKey,
    blockhash,
    lastValidBlockHeight: 0,
  }).add(SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to, lamports: amount }))
  transaction.sign(from)
  return transaction
}

test('the addresses in `solanaAccounts` are derived from the development mnemonic', () => {
  for (const { index, address } of solanaAccounts)
    expect(developmentKeypair(index).address).toBe(address)
})

test('a transfer arrives, and its status advances with the slots', async () => {
  const { connection, advance } = await start()
  const { blockhash } = await connection.getLatestBlockhash()
  const to = Keypair.generate().publicKey
  const signature = await connection.sendRawTransaction(
    transfer(blockhash, LAMPORTS_PER_SOL, to).serialize(),
  )
  const status = async () =>
    (await connection.getSignatureStatus(signature)).value?.confirmationStatus
  expect(await status()).toBe('processed')
  expect(await connection.getBalance(to)).toBe(LAMPORTS_PER_SOL)
  expect(await connection.getBalance(to, 'confirmed')).toBe(0)
  advance()
  expect(await status()).toBe('confirmed')
  expect(await connection.getBalance(to, 'confirmed')).toBe(LAMPORTS_PER_SOL)
  expect(await connection.getBalance(to, 'finalized')).toBe(0)
  advance(31)
  expect(await status()).toBe('finalized')
  expect(await connection.getBalance(to, 'finalized')).toBe(LAMPORTS_PER_SOL)
})

test('`onBlock` is called once for a slot with a transaction, when the slot is confirmed, and for no empty slot', async () => {
  const { connection, advance, onBlock } = await start()
  const to = Keypair.generate().publicKey
  let notified = 0
  onBlock(() => notified++)
  advance(3)
  expect(notified).toBe(0)
  const { blockhash } = await connection.getLatestBlockhash()
  await connection.sendRawTransaction(transfer(blockhash, LAMPORTS_PER_SOL, to).serialize())
  expect(notified).toBe(0)
  advance()
  expect(notified).toBe(1)
  expect(await connection.getBalance(to, 'confirmed')).toBe(LAMPORTS_PER_SOL)
  advance(3)
  expect(notified).toBe(1)
})

test('a transaction that is sent several times is executed once', async () => {
  const { connection, advance } = await start()
  const { blockhash } = await connection.getLatestBlockhash()
  advance()
  const to = Keypair.generate().publicKey
  const raw = transfer(blockhash, LAMPORTS_PER_SOL, to).serialize()
  const first = await connection.sendRawTransaction(raw, { skipPreflight: true })
  expect(await connection.sendRawTransaction(raw, { skipPreflight: true })).toBe(first)
  // a preflight at `confirmed` does not know yet that the transaction was executed
  expect(await connection.sendRawTransaction(raw, { preflightCommitment: 'confirmed' })).toBe(first)
  advance()
  await expect(
    connection.sendRawTransaction(raw, { preflightCommitment: 'confirmed' }),
  ).rejects.toThrow('This transaction has already been processed')
  expect(await connection.getBalance(to)).toBe(LAMPORTS_PER_SOL)
})

test('a transaction with a blockhash older than 150 slots is refused, or dropped silently if it skips the preflight', async () => {
  const { connection, advance } = await start()
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
  advance(150)
  expect(await connection.getBlockHeight()).toBe(lastValidBlockHeight)
  expect((await connection.isBlockhashValid(blockhash)).value).toBe(true)
  advance()
  expect((await connection.isBlockhashValid(blockhash)).value).toBe(false)
  const raw = transfer(blockhash, 5_000_000).serialize()
  const error: unknown = await connection.sendRawTransaction(raw).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(SendTransactionError)
  expect(String(error)).toContain('Blockhash not found')
  const signature = await connection.sendRawTransaction(raw, { skipPreflight: true })
  expect((await connection.getSignatureStatus(signature)).value).toBeNull()
})

test('the preflight refuses a blockhash that is newer than its commitment', async () => {
  const { connection } = await start()
  const { blockhash } = await connection.getLatestBlockhash()
  await expect(
    connection.sendRawTransaction(transfer(blockhash, 5_000_000).serialize(), {
      preflightCommitment: 'finalized',
    }),
  ).rejects.toThrow('Blockhash not found')
})

test('the preflight reads the accounts at its commitment', async () => {
  const { connection, advance } = await start()
  const poor = Keypair.generate()
  const { blockhash } = await connection.getLatestBlockhash()
  advance(40)
  await connection.requestAirdrop(poor.publicKey, LAMPORTS_PER_SOL)
  const transaction = new Transaction({
    feePayer: poor.publicKey,
    blockhash,
    lastValidBlockHeight: 0,
  }).add(
    SystemProgram.transfer({
      fromPubkey: poor.publicKey,
      toPubkey: userKeys().publicKey,
      lamports: 1_000_000,
    }),
  )
  transaction.sign(poor)
  await expect(
    connection.sendRawTransaction(transaction.serialize(), { preflightCommitment: 'finalized' }),
  ).rejects.toThrow('Attempt to debit an account but found no record of a prior credit')
  advance(32)
  await connection.sendRawTransaction(transaction.serialize(), { preflightCommitment: 'finalized' })
  expect(await connection.getBalance(poor.publicKey)).toBe(LAMPORTS_PER_SOL - 1_005_000)
})

test('a transaction that skips the preflight and fails pays its fee', async () => {
  const { connection } = await start()
  const { blockhash } = await connection.getLatestBlockhash()
  const tooMuch = transfer(blockhash, 10_000 * LAMPORTS_PER_SOL).serialize()
  await expect(connection.sendRawTransaction(tooMuch)).rejects.toThrow(
    'Error processing Instruction 0: custom program error: 0x1',
  )
  const before = await connection.getBalance(userKeys().publicKey)
  const signature = await connection.sendRawTransaction(tooMuch, { skipPreflight: true })
  expect((await connection.getSignatureStatus(signature)).value?.err).toEqual({
    InstructionError: [0, { Custom: 1 }],
  })
  expect(before - (await connection.getBalance(userKeys().publicKey))).toBe(5_000)
})

test('two airdrops in the same slot have two signatures and both arrive', async () => {
  const { connection } = await start()
  const to = new PublicKey(solanaAddressOf('empty'))
  const signatures = [
    await connection.requestAirdrop(to, LAMPORTS_PER_SOL),
    await connection.requestAirdrop(to, LAMPORTS_PER_SOL),
  ]
  expect(new Set(signatures).size).toBe(2)
  expect(await connection.getBalance(to)).toBe(2 * LAMPORTS_PER_SOL)
})

test('the chain answers requests of @solana/kit', async () => {
  const { url } = await start()
  const rpc = createSolanaRpc(url)
  const to = kitAddress(solanaAddressOf('empty'))
  await rpc.requestAirdrop(to, lamports(5_000_000n)).send()
  expect((await rpc.getBalance(to, { commitment: 'processed' }).send()).value).toBe(5_000_000n)
  const { value } = await rpc
    .getAccountInfo(to, { commitment: 'processed', encoding: 'base64' })
    .send()
  expect(value).toMatchObject({ lamports: 5_000_000n, space: 0n, data: ['', 'base64'] })
  expect(await rpc.getHealth().send()).toBe('ok')
  expect(`solana:${(await rpc.getGenesisHash().send()).slice(0, 32)}`).toBe(running[0]?.networkId)
})

test('the slot number grows by itself, stops after `hold` and continues after `resume`', async () => {
  const { connection, hold, resume } = await start({ isHeld: false, slotMs: 5 })
  const before = await connection.getSlot()
  await expect.poll(() => connection.getSlot()).toBeGreaterThan(before + 3)
  hold()
  const held = await connection.getSlot()
  expect(await connection.getSlot()).toBe(held)
  resume()
  await expect.poll(() => connection.getSlot()).toBeGreaterThan(held)
})
