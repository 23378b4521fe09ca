import {
  appendTransactionMessageInstruction,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  generateKeyPairSigner,
  getSignatureFromTransaction,
  lamports,
  pipe,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  assertIsTransactionWithBlockhashLifetime,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  Keypair,
  LAMPORTS_PER_SOL,
  sendAndConfirmTransaction,
  SystemProgram,
  Transaction,
  type AccountInfo,
  type Logs,
} from '@solana/web3.js'
import { expect, test } from 'vitest'
import { developmentKeypair } from './keys.ts'
import { keysOf, startTestSolana } from './testing/startTestSolana.ts'

const user = keysOf('everyday user')
const pay = (to: Keypair, amount = LAMPORTS_PER_SOL) =>
  SystemProgram.transfer({ fromPubkey: user.publicKey, toPubkey: to.publicKey, lamports: amount })

test('web3.js sends a transaction and receives its confirmation', async () => {
  const { connection } = await startTestSolana({
    commitment: 'confirmed',
    isHeld: false,
    slotMs: 20,
  })
  const to = Keypair.generate()
  await sendAndConfirmTransaction(connection, new Transaction().add(pay(to)), [user])
  expect(await connection.getBalance(to.publicKey)).toBe(LAMPORTS_PER_SOL)
})

test('@solana/kit sends a transaction and receives its finalization', async () => {
  const { url, socketUrl } = await startTestSolana({ isHeld: false, slotMs: 10 })
  const [rpc, rpcSubscriptions] = [createSolanaRpc(url), createSolanaRpcSubscriptions(socketUrl)]
  const [source, to] = [
    await createKeyPairSignerFromPrivateKeyBytes(developmentKeypair(0).seed),
    await generateKeyPairSigner(),
  ]
  const { value: latest } = await rpc.getLatestBlockhash().send()
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayerSigner(source, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(latest, paid),
    (lasting) =>
      appendTransactionMessageInstruction(
        getTransferSolInstruction({
          source,
          destination: to.address,
          amount: lamports(7_000_000n),
        }),
        lasting,
      ),
  )
  const signed = await signTransactionMessageWithSigners(message)
  assertIsTransactionWithBlockhashLifetime(signed)
  await sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions })(signed, {
    commitment: 'finalized',
  })
  expect((await rpc.getBalance(to.address, { commitment: 'finalized' }).send()).value).toBe(
    7_000_000n,
  )
  const found = await rpc
    .getTransaction(getSignatureFromTransaction(signed), {
      encoding: 'jsonParsed',
      maxSupportedTransactionVersion: 0,
    })
    .send()
  expect(found?.transaction.message.instructions[0]).toMatchObject({
    program: 'system',
    parsed: { type: 'transfer', info: { lamports: 7_000_000n, destination: to.address } },
  })
})

test('subscriptions to accounts and logs notify at their commitment, and a slot subscription notifies', async () => {
  const { connection, send, advance } = await startTestSolana()
  const to = Keypair.generate()
  const notifications: {
    processed: AccountInfo<Buffer>[]
    confirmed: AccountInfo<Buffer>[]
    logs: Logs[]
    slots: number[]
  } = { processed: [], confirmed: [], logs: [], slots: [] }
  connection.onAccountChange(to.publicKey, (info) => notifications.processed.push(info), {
    commitment: 'processed',
  })
  connection.onAccountChange(to.publicKey, (info) => notifications.confirmed.push(info), {
    commitment: 'confirmed',
  })
  connection.onLogs(to.publicKey, (logs) => notifications.logs.push(logs), 'processed')
  connection.onSlotChange(({ slot }) => notifications.slots.push(slot))
  // waits for the first slot notification, which shows that the subscriptions are open
  await expect
    .poll(() => {
      advance()
      return notifications.slots.length
    })
    .toBeGreaterThan(0)
  const signature = await send([pay(to)])
  await expect.poll(() => notifications.processed.length).toBe(1)
  await expect.poll(() => notifications.logs.map((logs) => logs.signature)).toEqual([signature])
  expect(notifications.confirmed).toEqual([])
  advance()
  await expect
    .poll(() => notifications.confirmed.map((info) => info.lamports))
    .toEqual([LAMPORTS_PER_SOL])
})

test('a subscription to a signature that is already confirmed notifies at once', async () => {
  const { connection, send, advance } = await startTestSolana()
  const signature = await send([pay(Keypair.generate())])
  advance()
  const result = await new Promise((resolve) =>
    connection.onSignature(signature, resolve, 'confirmed'),
  )
  expect(result).toEqual({ err: null })
})
