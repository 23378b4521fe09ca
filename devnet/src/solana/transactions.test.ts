import {
  AddressLookupTableProgram,
  ComputeBudgetProgram,
  Keypair,
  LAMPORTS_PER_SOL,
  NonceAccount,
  NONCE_ACCOUNT_LENGTH,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { expect, test } from 'vitest'
import { keysOf, startTestSolana, type TestSolana } from './testing/startTestSolana.ts'

const user = keysOf('everyday user')
const pay = (to: PublicKey, amount = LAMPORTS_PER_SOL) =>
  SystemProgram.transfer({ fromPubkey: user.publicKey, toPubkey: to, lamports: amount })
const memo = (text: string) =>
  new TransactionInstruction({
    programId: new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
    keys: [],
    data: Buffer.from(text),
  })

async function signedV0(
  { connection }: TestSolana,
  instructions: TransactionInstruction[],
  tables: Parameters<TransactionMessage['compileToV0Message']>[0] = [],
): Promise<VersionedTransaction> {
  const { blockhash } = await connection.getLatestBlockhash()
  const transaction = new VersionedTransaction(
    new TransactionMessage({
      payerKey: user.publicKey,
      recentBlockhash: blockhash,
      instructions,
    }).compileToV0Message(tables),
  )
  transaction.sign([user])
  return transaction
}

test('a v0 transaction pays to an address of a lookup table', async () => {
  const solana = await startTestSolana()
  const { connection, send, advance } = solana
  advance()
  const to = Keypair.generate().publicKey
  const [create, address] = AddressLookupTableProgram.createLookupTable({
    authority: user.publicKey,
    payer: user.publicKey,
    recentSlot: await connection.getSlot('confirmed'),
  })
  await send([
    create,
    AddressLookupTableProgram.extendLookupTable({
      payer: user.publicKey,
      authority: user.publicKey,
      lookupTable: address,
      addresses: [to],
    }),
  ])
  advance()
  const { value: table } = await connection.getAddressLookupTable(address)
  if (!table) throw new Error('There is no table.')
  expect(table.state.addresses).toEqual([to])
  const signature = await connection.sendTransaction(await signedV0(solana, [pay(to)], [table]))
  advance()
  const found = await connection.getTransaction(signature, {
    maxSupportedTransactionVersion: 0,
    commitment: 'confirmed',
  })
  expect(found?.version).toBe(0)
  expect(found?.meta?.loadedAddresses?.writable.map(String)).toEqual([to.toBase58()])
  expect(found?.meta?.postBalances).toContain(LAMPORTS_PER_SOL)
  const parsed = await connection.getParsedTransaction(signature, {
    maxSupportedTransactionVersion: 0,
    commitment: 'confirmed',
  })
  expect(parsed?.transaction.message.accountKeys.at(-1)).toMatchObject({
    pubkey: to,
    signer: false,
    writable: true,
    source: 'lookupTable',
  })
  await expect(connection.getTransaction(signature, { commitment: 'confirmed' })).rejects.toThrow(
    'Transaction version (0) is not supported',
  )
  expect((await connection.getParsedAccountInfo(address)).value?.data).toMatchObject({
    program: 'address-lookup-table',
    parsed: { info: { addresses: [to.toBase58()] } },
  })
})

test('the result of a transaction has its fee, balances, parsed instructions, logs, memo, block and priority fee', async () => {
  const { connection, send, advance } = await startTestSolana()
  const to = Keypair.generate().publicKey
  const before = await connection.getBalance(user.publicKey)
  const signature = await send([
    ComputeBudgetProgram.setComputeUnitLimit({ units: 50_000 }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 100_001 }),
    pay(to),
    memo('thanks 🎈'),
  ])
  advance()
  const found = await connection.getParsedTransaction(signature, 'confirmed')
  expect(found?.meta).toMatchObject({
    err: null,
    fee: 5_000 + 5_001,
    innerInstructions: [],
    rewards: [],
  })
  const balances = [found?.meta?.preBalances[0], found?.meta?.postBalances[0]]
  expect(balances).toEqual([before, before - LAMPORTS_PER_SOL - 10_001])
  expect(found?.transaction.message.instructions.slice(2)).toMatchObject([
    { program: 'system', parsed: { type: 'transfer', info: { lamports: LAMPORTS_PER_SOL } } },
    { program: 'spl-memo', parsed: 'thanks 🎈' },
  ])
  expect(found?.meta?.logMessages).toContain('Program log: thanks 🎈')
  expect(found?.meta?.computeUnitsConsumed).toBeGreaterThan(0)
  const [listed] = await connection.getSignaturesForAddress(to, {}, 'confirmed')
  expect(listed).toMatchObject({
    signature,
    memo: '[11] thanks 🎈',
    confirmationStatus: 'confirmed',
  })
  const block = await connection.getBlock(found?.slot ?? 0, {
    maxSupportedTransactionVersion: 0,
    commitment: 'confirmed',
  })
  expect(block?.transactions.map(({ transaction }) => transaction.signatures[0])).toEqual([
    signature,
  ])
  expect(await connection.getBlockTime(found?.slot ?? 0)).toBe(found?.blockTime)
  expect(
    await connection.getRecentPrioritizationFees({ lockedWritableAccounts: [to] }),
  ).toContainEqual({ slot: found?.slot, prioritizationFee: 100_001 })
})

test('the signatures of an address are listed in pages, including failed transactions', async () => {
  const { connection, send, advance } = await startTestSolana()
  const to = Keypair.generate().publicKey
  const signatures: string[] = []
  for (let index = 1; index <= 6; index += 1) {
    // the fourth payment is larger than the balance, and fails
    signatures.unshift(
      await send(
        [pay(to, index === 4 ? 10_000 * LAMPORTS_PER_SOL : index * 10_000_000)],
        undefined,
        { skipPreflight: true },
      ),
    )
    if (index % 2 === 0) advance()
  }
  const list = async (options: { before?: string; until?: string; limit?: number }) =>
    (await connection.getSignaturesForAddress(to, options, 'confirmed')).map(
      ({ signature }) => signature,
    )
  expect(await list({})).toEqual(signatures)
  expect(await list({ limit: 2 })).toEqual(signatures.slice(0, 2))
  expect(await list({ before: signatures[1], limit: 2 })).toEqual(signatures.slice(2, 4))
  expect(await list({ until: signatures[4] })).toEqual(signatures.slice(0, 4))
  const all = await connection.getSignaturesForAddress(to, {}, 'confirmed')
  expect(all.filter(({ err }) => err !== null).map(({ err }) => err)).toEqual([
    { InstructionError: [0, { Custom: 1 }] },
  ])
  expect(await connection.getSignaturesForAddress(to, {}, 'finalized')).toEqual([])
})

test('a simulation returns its result and changes no state', async () => {
  const solana = await startTestSolana()
  const { connection } = solana
  const to = Keypair.generate().publicKey
  const transaction = await signedV0(solana, [pay(to)])
  const { value } = await connection.simulateTransaction(transaction, {
    accounts: { encoding: 'base64', addresses: [to.toBase58()] },
    sigVerify: true,
  })
  expect(value).toMatchObject({
    err: null,
    unitsConsumed: 150,
    accounts: [{ lamports: LAMPORTS_PER_SOL }],
  })
  expect(value.logs).toEqual([
    'Program 11111111111111111111111111111111 invoke [1]',
    'Program 11111111111111111111111111111111 success',
  ])
  expect(await connection.getBalance(to)).toBe(0)
  const tooMuch = await connection.simulateTransaction(
    await signedV0(solana, [pay(to, 10_000 * LAMPORTS_PER_SOL)]),
  )
  expect(tooMuch.value.err).toEqual({ InstructionError: [0, { Custom: 1 }] })
})

test('with `replaceRecentBlockhash` an unsigned or expired transaction can be simulated', async () => {
  const { connection } = await startTestSolana()
  const message = new TransactionMessage({
    payerKey: user.publicKey,
    recentBlockhash: PublicKey.default.toBase58(),
    instructions: [pay(Keypair.generate().publicKey)],
  }).compileToV0Message()
  const transaction = new VersionedTransaction(message)
  expect((await connection.simulateTransaction(transaction)).value.err).toBe('BlockhashNotFound')
  expect(
    (await connection.simulateTransaction(transaction, { replaceRecentBlockhash: true })).value.err,
  ).toBeNull()
  await expect(
    connection.simulateTransaction(transaction, { sigVerify: true, replaceRecentBlockhash: true }),
  ).rejects.toThrow('sigVerify may not be used with replaceRecentBlockhash')
})

test('a transaction with a wrong signature is refused', async () => {
  const solana = await startTestSolana()
  const transaction = await signedV0(solana, [pay(Keypair.generate().publicKey)])
  const [signature] = transaction.signatures
  signature?.set([(signature[0] ?? 0) ^ 1])
  await expect(solana.connection.sendTransaction(transaction)).rejects.toThrow(
    'Transaction signature verification failure',
  )
})

test('`getFeeForMessage` returns the fee, and null once the blockhash has expired', async () => {
  const solana = await startTestSolana()
  const { message } = await signedV0(solana, [
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_001 }),
    pay(Keypair.generate().publicKey),
  ])
  // 6001: 3000 compute units for each of two instructions of the VM's programs, rounded up
  expect((await solana.connection.getFeeForMessage(message)).value).toBe(5_000 + 6_001)
  solana.advance(151)
  expect((await solana.connection.getFeeForMessage(message)).value).toBeNull()
})

test('a transaction with a durable nonce instead of a blockhash is executed once', async () => {
  const { connection, send, advance } = await startTestSolana()
  const [nonce, to] = [Keypair.generate(), Keypair.generate().publicKey]
  const rent = await connection.getMinimumBalanceForRentExemption(NONCE_ACCOUNT_LENGTH)
  await send(
    [
      ...SystemProgram.createNonceAccount({
        fromPubkey: user.publicKey,
        noncePubkey: nonce.publicKey,
        authorizedPubkey: user.publicKey,
        lamports: rent,
      }).instructions,
    ],
    [user, nonce],
  )
  advance()
  const account = await connection.getAccountInfo(nonce.publicKey)
  const value = NonceAccount.fromAccountData(account?.data ?? Buffer.alloc(0)).nonce
  const transaction = new Transaction({
    feePayer: user.publicKey,
    nonceInfo: {
      nonce: value,
      nonceInstruction: SystemProgram.nonceAdvance({
        noncePubkey: nonce.publicKey,
        authorizedPubkey: user.publicKey,
      }),
    },
    minContextSlot: 0,
  }).add(pay(to))
  transaction.sign(user)
  advance(200)
  await connection.sendRawTransaction(transaction.serialize())
  expect(await connection.getBalance(to)).toBe(LAMPORTS_PER_SOL)
  const again = new Transaction({
    feePayer: user.publicKey,
    nonceInfo: {
      nonce: value,
      nonceInstruction: SystemProgram.nonceAdvance({
        noncePubkey: nonce.publicKey,
        authorizedPubkey: user.publicKey,
      }),
    },
    minContextSlot: 0,
  }).add(pay(to, 1_000_000))
  again.sign(user)
  await expect(connection.sendRawTransaction(again.serialize())).rejects.toThrow(
    'Blockhash not found',
  )
})
