/** Tests of the four Solana methods over a session that also serves EVM. The keys really sign. */
import { fromBase58, toBase58 } from '@latchkey/protocol/base58'
import { ed25519 } from '@noble/curves/ed25519.js'
import {
  address,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { mainnet } from 'viem/chains'
import { expect, test } from 'vitest'
import { evm } from '../../chains/evm/evm.ts'
import { solana } from '../../chains/solana/solana.ts'
import { reasonOf } from '../../session/startTestKit.ts'
import { linkOf } from '../../session/links.ts'
import { signTransaction } from '../../testing/solana/signTransaction.ts'
import { solanaKeys } from '../../testing/solana/solanaKeys.ts'
import { granted } from '../walletconnect/testing/approve.ts'
import { walletConnectId } from './connectionId.ts'
import { cluster, startConnected } from './startTestPhones.ts'

const [key, other] = solanaKeys(2)
if (!key || !other) throw new Error('There are two keys')
const methods = [
  'solana_signMessage',
  'solana_signTransaction',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
]
const devnet = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const network = (id: string) => ({
  id: id.slice('solana:'.length),
  name: id,
  namespace: 'solana' as const,
  nativeCurrency: { name: 'Sol', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
})

function empty(): Uint8Array<ArrayBuffer> {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (made) => setTransactionMessageFeePayer(address(key?.address ?? ''), made),
    (made) =>
      setTransactionMessageLifetimeUsingBlockhash(
        {
          blockhash: blockhash('GHtXQBsoZHVnNFa9YevAzFr17DJjgHXk3ycTKD5xD3Zi'),
          lastValidBlockHeight: 1n,
        },
        made,
      ),
  )
  return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)))
}
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

/** Starts a page that is connected to a phone with both namespaces. Solana is in use. */
async function start(
  of: readonly string[] = methods,
  chains: readonly string[] = [cluster, devnet],
) {
  const page = await startConnected(
    {
      options: {
        networks: [mainnet, network(cluster), network(devnet)],
        adapters: [evm(), solana()],
      },
    },
    {
      ...granted,
      solana: {
        accounts: chains.map((chain) => `${chain}:${key?.address}`),
        methods: of,
        events: [],
      },
    },
  )
  const { kit, peer, topic } = page
  kit.store.setState({ namespace: 'solana' })
  /** Answers the next request of the page. */
  const answer = async (make: (params: Record<string, string>) => unknown) => {
    const { id, params } = await peer.nextRequest()
    const { request, chainId } = params as {
      request: { method: string; params: Record<string, string> }
      chainId: string
    } // the form of requests in WalletConnect
    await peer.send(topic, { id, jsonrpc: '2.0', result: make(request.params) })
    return { ...request, chainId }
  }
  return { ...page, answer }
}

test('one phone signs Solana messages and transactions and stays connected for EVM', async () => {
  const { kit, answer } = await start()
  const signing = kit.signMessage({ message: 'hello' })
  expect(
    await answer(({ message }) => ({ signature: toBase58(key.sign(fromBase58(message ?? ''))) })),
  ).toMatchObject({
    method: 'solana_signMessage',
    params: { message: toBase58(new TextEncoder().encode('hello')), pubkey: key.address },
    chainId: cluster,
  })
  expect(
    ed25519.verify(fromBase58(await signing), new TextEncoder().encode('hello'), key.publicKey),
  ).toBe(true)

  const sending = kit.sendTransaction({ serialized: empty() })
  const { signature } = signTransaction(key, empty())
  expect(await answer(() => ({ signature: toBase58(signature) }))).toMatchObject({
    method: 'solana_signAndSendTransaction',
    params: { transaction: base64(empty()) },
  })
  expect(await sending).toBe(toBase58(signature))
  expect([
    kit.getState().sessions.eip155?.status,
    linkOf(kit, 'eip155', walletConnectId)?.connectorId,
  ]).toEqual(['connected', walletConnectId])
})

test.each<[string, (signed: Uint8Array, signature: Uint8Array) => object]>([
  ['its signature alone', (_, signature) => ({ signature: toBase58(signature) })],
  [
    'the whole of it in base64',
    (signed, signature) => ({ signature: toBase58(signature), transaction: base64(signed) }),
  ],
  ['the whole of it in base58', (signed) => ({ transaction: toBase58(signed) })],
])('a phone’s answer to a transaction is accepted: %s', async (_, answerOf) => {
  const { kit, answer } = await start()
  const { bytes, signature } = signTransaction(key, empty())
  const signing = kit.request({
    method: 'solana_signTransaction',
    params: { transaction: base64(empty()) },
  })
  await answer(() => answerOf(bytes, signature))
  expect(await signing).toEqual({ signature: toBase58(signature), transaction: base64(bytes) })
})

test('solana_signAllTransactions sends several transactions in one request if the phone supports it', async () => {
  const { kit, answer } = await start()
  const { bytes } = signTransaction(key, empty())
  const signing = kit.request({
    method: 'solana_signAllTransactions',
    params: { transactions: [base64(empty()), base64(empty())] },
  })
  expect(await answer(() => ({ transactions: [base64(bytes), base64(bytes)] }))).toMatchObject({
    method: 'solana_signAllTransactions',
  })
  expect(await signing).toEqual({ transactions: [base64(bytes), base64(bytes)] })
})

test.each<[string, unknown]>([
  ['nothing', null],
  ['an invalid signature', { signature: 'abc' }],
  ['a number as signature', { signature: 7 }],
  ['a very long signature', { signature: '1'.repeat(100_000) }],
  ['an invalid transaction', { transaction: 'AAAA' }],
])('an invalid answer from the phone rejects: %s', async (_, answered) => {
  const { kit, answer } = await start()
  const signing = reasonOf(
    kit.request({ method: 'solana_signTransaction', params: { transaction: base64(empty()) } }),
  )
  await answer(() => answered)
  expect(await signing).toMatchObject({ name: 'KitError' })
})

test('a method that the phone did not grant fails with `methodNotSupported`', async () => {
  const { kit } = await start(['solana_signMessage'])
  expect(await reasonOf(kit.sendTransaction({ serialized: empty() }))).toMatchObject({
    code: 'methodNotSupported',
  })
})

test('the kit switches between the networks that the phone approved, and to no other', async () => {
  const { kit, answer } = await start()
  await kit.switchNetwork({ networkId: devnet })
  const signing = kit.signMessage({ message: 'there' })
  expect(
    await answer(({ message }) => ({ signature: toBase58(key.sign(fromBase58(message ?? ''))) })),
  ).toMatchObject({ chainId: devnet })
  await signing
  const narrow = await start(methods, [cluster])
  expect(await reasonOf(narrow.kit.switchNetwork({ networkId: devnet }))).toMatchObject({
    code: 'switchChain',
  })
})
