/**
 * Tests of three Solana methods over the frame's messages, in which transactions are in base58, and
 * of the namespaces that a login connects.
 */
import { fromBase58, toBase58 } from '@latchkey/protocol/base58'
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
import { ed25519 } from '@noble/curves/ed25519.js'
import { mainnet } from 'viem/chains'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { evm } from '../../chains/evm/evm.ts'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { solana } from '../../chains/solana/solana.ts'
import { startTestKit } from '../../session/startTestKit.ts'
import { takeLinks } from '../../session/links.ts'
import { adapterOf } from '../../core/accounts/adapterOf.ts'
import { signTransaction } from '../../testing/solana/signTransaction.ts'
import { solanaKeys } from '../../testing/solana/solanaKeys.ts'
import { createEmbedded } from './createEmbedded.lazy.ts'
import { authId } from './names.ts'
import { startTestFrame } from './startTestFrame.ts'

beforeEach(() => void startTestPage())
const [key] = solanaKeys(1)
if (!key) throw new Error('There is a key')
const networkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const network = {
  id: networkId.slice('solana:'.length),
  name: 'Solana',
  namespace: 'solana' as const,
  nativeCurrency: { name: 'Sol', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
}

test('an e-mail wallet signs Solana messages and transactions', async () => {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (made) => setTransactionMessageFeePayer(address(key.address), made),
    (made) =>
      setTransactionMessageLifetimeUsingBlockhash(
        {
          blockhash: blockhash('GHtXQBsoZHVnNFa9YevAzFr17DJjgHXk3ycTKD5xD3Zi'),
          lastValidBlockHeight: 1n,
        },
        made,
      ),
  )
  const bytes = Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)))
  const signed = signTransaction(key, bytes)
  const requests: { method: string; params: Record<string, unknown>; chainId: unknown }[] = []
  const frame = startTestFrame({
    CONNECT_EMAIL: { payload: { action: 'VERIFY_OTP' } },
    GET_USER: (of) => ({
      payload: String((of as { chainId?: unknown } | undefined)?.chainId).startsWith('solana:')
        ? { address: key.address, chainId: networkId, email: 'ann@example.org' }
        : {
            address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
            chainId: 1,
            email: 'ann@example.org',
          },
    }),
    RPC_REQUEST(payload) {
      const request = payload as (typeof requests)[number] // sent by the kit
      requests.push(request)
      if (request.method === 'solana_signMessage')
        return {
          payload: { signature: toBase58(key.sign(fromBase58(String(request.params['message'])))) },
        }
      if (request.method === 'solana_signTransaction')
        return { payload: { transaction: toBase58(signed.bytes) } }
      return { payload: { signature: toBase58(signed.signature) } }
    },
  })
  onTestFinished(frame.close)
  const { kit } = startTestKit({ networks: [mainnet, network], adapters: [evm(), solana()] })
  const source = createEmbedded(kit, frame.view)
  const links = await source.connect({
    connectorId: authId,
    namespace: 'solana',
    login: { email: 'ann@example.org' },
    onStep: (step) => void (step.type === 'codeSent' && step.submit('123456')),
  })
  takeLinks(kit, links)
  const link = links.find(({ namespace }) => namespace === 'solana')
  if (!link) throw new Error('The login has an account of Solana')
  expect(link.state()).toMatchObject({ accounts: [{ address: key.address }], networkId })

  const adapter = adapterOf(kit, 'solana')
  const signature = await adapter.signMessage({ link, address: key.address, message: 'hello' })
  expect(
    ed25519.verify(fromBase58(signature), new TextEncoder().encode('hello'), key.publicKey),
  ).toBe(true)
  const transaction = Buffer.from(bytes).toString('base64')
  expect(
    await adapter.request({
      method: 'solana_signTransaction',
      params: { transaction },
      link,
      networkId: link.state().networkId,
    }),
  ).toEqual({
    signature: toBase58(signed.signature),
    transaction: Buffer.from(signed.bytes).toString('base64'),
  })
  expect(
    await adapter.send({
      link,
      address: key.address,
      networkId: link.state().networkId,
      transaction: { serialized: bytes },
    }),
  ).toBe(toBase58(signed.signature))
  expect(requests.map(({ method, chainId }) => [method, chainId])).toEqual(
    ['solana_signMessage', 'solana_signTransaction', 'solana_signAndSendTransaction'].map(
      (method) => [method, networkId],
    ),
  )
  expect(requests.map(({ params }) => params['transaction'] ?? params['message'])).toEqual([
    toBase58(new TextEncoder().encode('hello')),
    toBase58(bytes),
    toBase58(bytes),
  ])
})

test.each([
  ['names no namespaces, as the first version does', undefined, ['eip155', 'solana']],
  ['names fewer', ['eip155'], ['eip155']],
  ['names more', ['eip155', 'solana', 'later'], ['eip155', 'solana']],
])(
  'if the frame %s, the login connects the namespaces that frame and kit share',
  async (_, namespaces, opened) => {
    const requested: unknown[] = []
    const frame = startTestFrame(
      {
        CONNECT_EMAIL: { payload: { action: 'CONNECT' } },
        GET_USER(of) {
          const { chainId } = of as { chainId: number | string } // sent by the kit
          requested.push(chainId)
          const own = chainId === 1 ? '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' : key.address
          return { payload: { address: own, chainId } }
        },
      },
      namespaces && { namespaces },
    )
    onTestFinished(frame.close)
    const { kit } = startTestKit({ networks: [mainnet, network], adapters: [evm(), solana()] })
    const links = await createEmbedded(kit, frame.view).connect({
      connectorId: authId,
      namespace: 'eip155',
      login: { email: 'ann@example.org' },
      onStep: () => {},
    })
    expect(links.map(({ namespace }) => namespace)).toEqual(opened)
    expect(requested).toHaveLength(opened.length)
  },
)
