import { Keypair, SystemProgram, Transaction } from '@solana/web3.js'
import { expect, test } from 'vitest'
import {
  keysOf,
  startTestSolana,
} from '../../../../../../devnet/src/solana/testing/startTestSolana.ts'
import type { TestSolana } from '../../../../../../devnet/src/solana/testing/startTestSolana.ts'
import { readTransaction } from '../../rpc/solana/readTransaction.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { proveNetwork } from './proveNetwork.ts'
import { network, serverOf } from './testing/serverOf.ts'
import { transactionOf, withExtra } from './testing/describe.ts'

const me = keysOf('everyday user')
const pay = (lamports = 5) =>
  SystemProgram.transfer({ fromPubkey: me.publicKey, toPubkey: me.publicKey, lamports })
const prove = (chain: TestSolana, ...transactions: ReturnType<typeof transactionOf>[]) =>
  proveNetwork({ server: serverOf(chain.url) }, network, transactions, { wait: async () => {} })

test('a recent block of the network proves the network, and an old or foreign block does not', async () => {
  const [chain, other] = [await startTestSolana(), await startTestSolana()]
  chain.advance(3)
  const ofChain = async (one: TestSolana) =>
    transactionOf([pay()], {
      payer: me.publicKey,
      blockhash: (await one.connection.getLatestBlockhash()).blockhash,
    })
  const own = await ofChain(chain)
  expect(await prove(chain, own)).toBe('proved')
  expect(await prove(other, own)).toBe('elsewhere')
  expect(await prove(chain, own, await ofChain(other))).toBe('elsewhere')
  chain.advance(200)
  expect(await prove(chain, own)).toBe('elsewhere')
})

test('a block that the node does not know yet is requested again', async () => {
  const chain = await startTestSolana()
  let looks = 0
  const server = serverOf(chain.url)
  const late = {
    call: async (...call: Parameters<typeof server.call>) =>
      ++looks === 1 ? { result: { value: false } } : server.call(...call),
  } as unknown as Wallet['server'] // only `call` is used
  const { blockhash } = await chain.connection.getLatestBlockhash()
  expect(
    await proveNetwork(
      { server: late },
      network,
      [transactionOf([pay()], { payer: me.publicKey, blockhash })],
      { wait: async () => {} },
    ),
  ).toBe('proved')
  expect(looks).toBe(2)
})

test('when the node fails or gives an invalid answer, the network is unproved', async () => {
  const chain = await startTestSolana()
  const { blockhash } = await chain.connection.getLatestBlockhash()
  const transaction = transactionOf([pay()], { payer: me.publicKey, blockhash })
  for (const server of [
    serverOf('http://127.0.0.1:1'),
    serverOf(chain.url, ['isBlockhashValid']),
    { call: async () => ({ result: { value: 'true' } }) } as unknown as Wallet['server'],
  ])
    expect(await proveNetwork({ server }, network, [transaction], { wait: async () => {} })).toBe(
      'unproved',
    ) // only `call` of these servers is used
})

test('a durable transaction proves its network by the value of its nonce account, until the nonce is used', async () => {
  const [chain, other] = [await startTestSolana(), await startTestSolana()]
  const nonce = Keypair.generate()
  await chain.send(
    SystemProgram.createNonceAccount({
      fromPubkey: me.publicKey,
      noncePubkey: nonce.publicKey,
      authorizedPubkey: me.publicKey,
      lamports: 5_000_000,
    }).instructions,
    [me, nonce],
  )
  chain.advance(2)
  const advance = withExtra(
    SystemProgram.nonceAdvance({ noncePubkey: nonce.publicKey, authorizedPubkey: me.publicKey }),
    1,
  )
  const value = (await chain.connection.getNonce(nonce.publicKey))?.nonce ?? ''
  const signed = new Transaction({ feePayer: me.publicKey, recentBlockhash: value }).add(
    advance,
    pay(),
  )
  signed.sign(me)
  const transaction = readTransaction(Uint8Array.from(signed.serialize()))
  // later than any valid block of the transaction
  chain.advance(400)
  expect([await prove(chain, transaction), await prove(other, transaction)]).toEqual([
    'proved',
    'elsewhere',
  ])
  await chain.connection.sendRawTransaction(signed.serialize(), { skipPreflight: true })
  chain.advance(2)
  expect((await chain.connection.getNonce(nonce.publicKey))?.nonce).not.toBe(value)
  expect(await prove(chain, transaction)).toBe('elsewhere')
})
