/** The methods of WalletConnect's Polkadot, and the signer for libraries. */
import {
  kusamaAssetHubId,
  polkadotAssetHubId,
  spelledFor,
} from '@latchkey/protocol/chains/polkadotNetworks'
import { blake2b } from '@noble/hashes/blake2.js'
import { ed25519 } from '@noble/curves/ed25519.js'
import { fromHex, toHex } from '@latchkey/protocol/hex'
import * as sr25519 from '@scure/sr25519'
import { beforeEach, expect, test } from 'vitest'
import { verifyPolkadot } from '../../domains/siwx/server/verify/verifyPolkadot.ts'
import { reasonOf } from '../../session/startTestKit.ts'
import { polkadotAccounts } from '../../testing/polkadot/polkadotAccounts.ts'
import type { PolkadotWalletOptions } from '../../testing/polkadot/polkadotWallet.ts'
import type { PolkadotProvider } from './polkadotProvider.ts'
import type { SignerPayload } from './signer.ts'
import { startTestPage, startTestPolkadot, startTestPolkadotWallet } from './startTestPolkadot.ts'

beforeEach(() => void startTestPage())

const all = polkadotAccounts(9)
const dot = (index: number) => spelledFor(polkadotAssetHubId, all[index]?.address ?? '') ?? ''
const genesisOf = (networkId: string): `0x${string}` =>
  `0x${networkId.slice('polkadot:'.length).padEnd(64, '0')}`

const payloadFor = (address: string): SignerPayload => ({
  address,
  blockHash: `0x${'22'.repeat(32)}`,
  blockNumber: '0x00000010',
  era: '0x0501',
  genesisHash: genesisOf(polkadotAssetHubId),
  method: '0x00002048656c6c6f21',
  nonce: '0x00000003',
  signedExtensions: [
    'CheckNonZeroSender',
    'CheckSpecVersion',
    'CheckTxVersion',
    'CheckGenesis',
    'CheckMortality',
    'CheckNonce',
    'CheckWeight',
    'ChargeTransactionPayment',
    'CheckMetadataHash',
  ],
  specVersion: '0x000f4240',
  tip: '0x00000000000000000000000000000000',
  transactionVersion: '0x0000001a',
  version: 4,
  mode: 0,
})
/** The bytes that a wallet signs for `payloadFor`. */
const signedBytes = fromHex(
  [
    '00002048656c6c6f21', // the call
    '0501', // the era
    '0c', // the nonce
    '00', // the tip
    '00', // the mode
    '40420f00', // the version of the runtime
    '1a000000', // the version of transactions
    genesisOf(polkadotAssetHubId).slice(2),
    '22'.repeat(32), // the block of the era
    '00', // no hash of the metadata
  ].join(''),
)

async function start(options: PolkadotWalletOptions = { accounts: all }) {
  const wallet = startTestPolkadotWallet(options)
  const started = startTestPolkadot()
  const { kit } = started
  await kit.connect({ connectorId: 'polkadot.polkadot-test-wallet' })
  const request = (method: string, params?: object) =>
    kit.request({ method, ...(params && { params }), namespace: 'polkadot' })
  const provider = kit.getProvider({ namespace: 'polkadot' }) as PolkadotProvider // the adapter's
  return { ...started, wallet, request, provider }
}

test('polkadot_signTransaction signs what the payload says, with the account of its key', async () => {
  const { request } = await start()
  for (const [index, address] of [
    [0, dot(0)],
    [7, all[7]?.address ?? ''], // in another spelling
  ] as const) {
    const { signature } = (await request('polkadot_signTransaction', {
      address,
      transactionPayload: payloadFor(address),
    })) as { signature: string }
    const key = all[index]?.key.publicKey ?? new Uint8Array()
    const [type, bytes] = [signature.slice(2, 4), fromHex(signature.slice(4))]
    expect(type).toBe(index === 0 ? '01' : '00')
    expect(
      index === 0
        ? sr25519.verify(signedBytes, bytes, key)
        : ed25519.verify(bytes, signedBytes, key),
    ).toBe(true)
  }
})

test('a transaction of more than 256 bytes is signed by its hash', async () => {
  const { request } = await start()
  const address = dot(0)
  const long = `0x00${'ab'.repeat(300)}` as const
  const { signature } = (await request('polkadot_signTransaction', {
    address,
    transactionPayload: { ...payloadFor(address), method: long },
  })) as { signature: string }
  const bytes = Uint8Array.from([
    ...fromHex(long.slice(2)),
    ...signedBytes.slice('00002048656c6c6f21'.length / 2),
  ])
  expect(
    sr25519.verify(
      blake2b(bytes, { dkLen: 32 }),
      fromHex(signature.slice(4)),
      all[0]?.key.publicKey ?? new Uint8Array(),
    ),
  ).toBe(true)
})

test('a wallet that adds the hash of the metadata returns the whole transaction', async () => {
  const metadataHash = `0x${'77'.repeat(32)}` as const
  const { provider } = await start({ accounts: all, metadataHash })
  const plain = await provider.signer.signPayload(payloadFor(dot(0)))
  expect(plain.signedTransaction).toBeUndefined()
  const whole = await provider.signer.signPayload({
    ...payloadFor(dot(0)),
    withSignedTransaction: true,
  })
  const signed = whole.signedTransaction ?? ''
  // its length, its version, and the account
  expect(signed.slice(0, 12)).toMatch(/^0x[\da-f]{4}8400/)
  expect(signed.slice(10, 74)).toBe(toHex(all[0]?.key.accountId ?? new Uint8Array()))
  // the era, the nonce, the tip, the mode, and the call
  expect(signed.slice(74)).toBe(
    `${whole.signature.slice(2)}05010c0001${payloadFor('').method.slice(2)}`,
  )
})

/** What polkadot-api passes to a signer, and in other fields @polkadot/api: their own types. */
type PayloadOfLibraries = Record<
  | 'address'
  | 'blockHash'
  | 'blockNumber'
  | 'era'
  | 'genesisHash'
  | 'method'
  | 'nonce'
  | 'specVersion'
  | 'tip'
  | 'transactionVersion',
  string
> & {
  assetId?: number | object
  metadataHash?: string
  mode?: number
  signedExtensions: string[]
  version: number
  withSignedTransaction?: boolean
}

test('the signer has a type that libraries take, and refuses values that no wallet could read', async () => {
  const { provider } = await start()
  const signPayload: (payload: PayloadOfLibraries) => Promise<{ id: number; signature: string }> =
    provider.signer.signPayload
  const { signedExtensions, assetId: _assetId, ...payload } = payloadFor(dot(0))
  const given: PayloadOfLibraries = { ...payload, signedExtensions: [...signedExtensions] }
  expect(await signPayload(given)).toMatchObject({ signature: expect.stringMatching(/^0x/) })
  for (const wrong of [{ assetId: 7 }, { mode: 2 }, { method: 'transfer' }])
    expect(await reasonOf(signPayload({ ...given, ...wrong }))).toMatchObject({
      code: 'invalidParams',
    })
})

test('polkadot_signMessage signs a text, and so does the signer, also from its bytes', async () => {
  const { request, provider } = await start()
  const address = dot(1)
  const isSigned = (signature: string) =>
    verifyPolkadot({ chainId: polkadotAssetHubId, address, message: 'Grüße', signature })
  const { signature } = (await request('polkadot_signMessage', {
    address,
    message: 'Grüße',
  })) as { signature: string }
  expect(await isSigned(signature)).toBe(true)
  for (const data of ['Grüße', `0x${toHex(new TextEncoder().encode('Grüße'))}`]) {
    const raw = await provider.signer.signRaw({ address, data, type: 'bytes' })
    expect(await isSigned(raw.signature)).toBe(true)
  }
  expect(await reasonOf(provider.signer.signRaw({ address, data: '0xff' }))).toMatchObject({
    code: 'invalidParams',
  })
})

test.each<[string, string, (payload: SignerPayload) => object | undefined]>([
  ['an unknown method', 'wallet_getEverything', () => ({})],
  ['no parameters', 'polkadot_signMessage', () => undefined],
  ['a message that is no text', 'polkadot_signMessage', () => ({ address: dot(0), message: 7 })],
  ['no payload', 'polkadot_signTransaction', () => ({ address: dot(0) })],
  [
    'the payload of another account',
    'polkadot_signTransaction',
    (payload) => ({ address: dot(1), transactionPayload: payload }),
  ],
  [
    'a field that is no hex',
    'polkadot_signTransaction',
    (payload) => ({ transactionPayload: { ...payload, method: 'pay Lena' } }),
  ],
  [
    'a mode that does not exist',
    'polkadot_signTransaction',
    (payload) => ({ transactionPayload: { ...payload, mode: 2 } }),
  ],
])('%s is refused before the wallet is asked', async (_, method, params) => {
  const { request, wallet } = await start()
  expect(await reasonOf(request(method, params(payloadFor(dot(0)))))).toMatchObject({
    code: method.startsWith('wallet_') ? 'methodNotFound' : 'invalidParams',
  })
  expect(wallet.requests).toEqual(['enable'])
})

test('an account that is not shared, and another network, are refused', async () => {
  const { provider, wallet } = await start({ accounts: all.slice(0, 2) })
  const refused = (payload: SignerPayload) => reasonOf(provider.signer.signPayload(payload))
  expect(await refused(payloadFor(dot(5)))).toMatchObject({ code: 'unauthorized' })
  expect(
    await refused({ ...payloadFor(dot(0)), genesisHash: genesisOf(kusamaAssetHubId) }),
  ).toMatchObject({ code: 'chainDisconnected' })
  expect(await reasonOf(provider.signer.signRaw({ address: dot(5), data: 'a' }))).toMatchObject({
    code: 'unauthorized',
  })
  expect(wallet.requests).toEqual(['enable'])
})

test('fields that the kit does not know do not reach a wallet', async () => {
  const seen: object[] = []
  const { provider } = await start({
    accounts: all,
    confirm: async (request) =>
      void (request.kind === 'signTransaction' && seen.push(request.payload)),
  })
  const odd = { ...payloadFor(dot(0)), assetId: null, metadataHash: null, surprise: 'x' }
  await provider.signer.signPayload(odd as never)
  expect(seen).toEqual([{ ...payloadFor(dot(0)), address: all[0]?.address }])
})

test('a wallet that returns a transaction with another call is refused', async () => {
  const { provider } = await start({
    accounts: all,
    replace: (payload) => ({ ...payload, method: '0x00ff' }),
  })
  const payload = { ...payloadFor(dot(0)), withSignedTransaction: true }
  expect(await reasonOf(provider.signer.signPayload(payload))).toMatchObject({
    code: 'transactionChanged',
  })
})
