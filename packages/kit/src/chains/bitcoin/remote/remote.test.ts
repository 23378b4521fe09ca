import { Address, OutScript, Transaction } from '@scure/btc-signer'
import { framePsbtBytes } from '@latchkey/protocol/frame/wire'
import {
  bitcoinMainnetId,
  bitcoinNetworkOf,
  bitcoinRegtestId,
} from '@latchkey/protocol/chains/bitcoinNetworks'
import type { NetworkId } from '@latchkey/protocol/caip'
import { toHex } from '@latchkey/protocol/hex'
import { fromBase64 } from '@latchkey/protocol/base64'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KitError } from '../../../core/errors/KitError.ts'
import { toAccounts } from '../../../core/accounts/sharedAccount.ts'
import type { RemoteSession } from '../../../core/contracts/facets/remote.ts'
import { verifyBitcoin } from '../../../domains/siwx/server/verify/verifyBitcoin.ts'
import { reasonOf } from '../../../session/startTestKit.ts'
import { bitcoinAccounts } from '../../../testing/bitcoin/bitcoinAccounts.ts'
import { signBip137, signBip322 } from '../../../testing/bitcoin/signText.ts'
import { createRemoteSigner } from './createRemoteSigner.ts'
import { remote } from './remote.lazy.ts'

// the casts: the ids are network ids
const regtest = bitcoinRegtestId as NetworkId
const regtestParameters = bitcoinNetworkOf(regtest)
const main = bitcoinMainnetId as NetworkId
const [account] = bitcoinAccounts(1)
if (!account) throw new Error('There is an account')
const { payment, ordinals } = account
const entries = [
  {
    address: payment.address,
    publicKey: toHex(payment.publicKey),
    path: payment.path,
    intention: 'payment',
  },
  {
    address: ordinals.address,
    publicKey: toHex(ordinals.publicKey),
    path: ordinals.path,
    intention: 'ordinal',
  },
]
const accounts = [
  { address: payment.address, publicKey: toHex(payment.publicKey), purpose: 'payment' },
  { address: ordinals.address, publicKey: toHex(ordinals.publicKey), purpose: 'ordinals' },
]

/** Starts a session with a wallet that answers by `answer`. */
function start(
  answer: (method: string, params: never) => unknown,
  methods = remote.methods,
  dialect: RemoteSession['dialect'] = 'walletConnect',
) {
  const requests: [method: string, params: unknown][] = []
  let networkId = regtest
  const session: RemoteSession = {
    dialect,
    networkId: () => networkId,
    networkIds: () => [regtest],
    accounts: () => toAccounts([payment.address, ordinals.address]),
    addresses: () => [payment.address],
    methods: () => methods,
    properties: () => undefined,
    setNetwork: (id) => void (networkId = id),
    async request(method, params) {
      requests.push([method, params])
      return answer(method, params as never)
    },
    requestNode: async () => undefined,
  }
  return { signer: createRemoteSigner(session), requests, session }
}

const property = (value: unknown) =>
  JSON.stringify({ sessionProperties: { bip122_getAccountAddresses: value } })

test.each([
  ['a list', entries],
  ['a list as JSON', JSON.stringify(entries)],
  ['lists by intention', { payment: entries.slice(0, 1), ordinal: entries.slice(1) }],
])('the session’s property adds keys, purposes and the address for ordinals: %s', (_, value) => {
  expect(remote.readAccounts([payment.address], property(value))).toEqual(accounts)
})

test('without the property, the granted addresses have no purpose; those of another kind are left out', () => {
  expect(remote.readAccounts([payment.address, payment.address, '0x00', 'x'.repeat(60)])).toEqual([
    { address: payment.address },
  ])
})

test('an address of another network in the property is not added', () => {
  const [mainAccount] = bitcoinAccounts(1, { network: 'mainnet' })
  const foreign = [{ address: mainAccount?.ordinals.address, intention: 'ordinal' }]
  expect(remote.readAccounts([payment.address], property(foreign))).toEqual([
    { address: payment.address },
  ])
})

test('bip122_addressesChanged reports addresses, as texts or entries; other events report nothing', () => {
  expect(remote.readEvent('bip122_addressesChanged', [payment.address], regtest)).toEqual({
    accounts: [{ address: payment.address }],
  })
  expect(remote.readEvent('bip122_addressesChanged', entries, regtest)).toEqual({ accounts })
  expect(
    remote.readEvent('bip122_addressesChanged', [`${regtest}:${payment.address}`], regtest),
  ).toEqual({ accounts: [{ address: payment.address }] })
  expect(remote.readEvent('accountsChanged', entries, regtest)).toBeUndefined()
})

test.each([
  ['base64', (signature: string) => signature],
  ['hex', (signature: string) => toHex(fromBase64(signature))],
])('a signature in %s arrives in base64, and the server accepts it', async (_, encode) => {
  for (const sign of [
    () => signBip322(payment, 'Hi', 'regtest'),
    () => signBip137(payment, 'Hi'),
  ]) {
    const { signer, requests } = start(() => ({
      address: payment.address,
      signature: encode(sign()),
    }))
    const signature = await signer.signMessage({
      address: payment.address,
      message: 'Hi',
      networkId: regtest,
    })
    expect(
      await verifyBitcoin({
        chainId: regtest,
        address: payment.address,
        message: 'Hi',
        signature,
      } as never),
    ).toBe(true)
    expect(requests).toEqual([
      [
        'signMessage',
        { account: payment.address, message: 'Hi', address: payment.address, protocol: 'bip322' },
      ],
    ])
  }
})

test('a PSBT and a payment have WalletConnect’s form; both names of a txid are read', async () => {
  const { signer, requests } = start((method) =>
    method === 'signPsbt' ? { psbt: 'cHNidP8=' } : { tx_id: 'AB'.repeat(32) },
  )
  const psbt = Uint8Array.of(1, 2, 3)
  const inputs = [{ index: 1, address: ordinals.address }]
  expect(await signer.signPsbt({ psbt, inputs, networkId: regtest })).toEqual(
    fromBase64('cHNidP8='),
  )
  expect(
    await signer.sendTransfer?.({ from: payment.address, to: 'x', amount: 5n, networkId: regtest }),
  ).toBe('ab'.repeat(32))
  expect(requests).toEqual([
    ['signPsbt', { account: payment.address, psbt: 'AQID', signInputs: inputs, broadcast: false }],
    ['sendTransfer', { account: payment.address, recipientAddress: 'x', amount: '5' }],
  ])
})

test('a PSBT that is too long for the frame loses its proofs, but nothing else', async () => {
  const script = OutScript.encode(Address(regtestParameters).decode(payment.address))
  const batch = new Transaction()
  for (let count = 0; count < 6_000; count++) batch.addOutput({ script, amount: 900n })
  const transaction = new Transaction()
  transaction.addInput({
    txid: batch.id,
    index: 7,
    witnessUtxo: { script, amount: 900n },
    nonWitnessUtxo: batch.toBytes(),
  })
  transaction.addOutput({ script, amount: 700n })
  const psbt = transaction.toPSBT()
  expect(psbt.length).toBeGreaterThan(framePsbtBytes)
  const sent = async (dialect: RemoteSession['dialect'], bytes: Uint8Array) => {
    const { signer, requests } = start(() => ({ psbt: 'cHNidP8=' }), remote.methods, dialect)
    const inputs = [{ index: 0, address: payment.address }]
    await signer.signPsbt({ psbt: bytes, inputs, networkId: regtest })
    const [, params] = requests[0] ?? []
    return fromBase64((params as { psbt: string }).psbt)
  }
  expect(await sent('walletConnect', psbt)).toEqual(psbt)
  const short = await sent('frame', psbt)
  expect(short.length).toBeLessThan(500)
  const read = Transaction.fromPSBT(short)
  expect(read.unsignedTx).toEqual(transaction.unsignedTx)
  expect(read.getInput(0).witnessUtxo).toEqual({ script, amount: 900n })
  // a short PSBT is not changed
  expect(await sent('frame', short)).toEqual(short)
})

test('only the granted methods are used', async () => {
  const { signer, requests } = start(() => ({}), ['sendTransfer'])
  expect([signer.canSignPsbt, typeof signer.sendTransfer]).toEqual([false, 'function'])
  expect(
    await reasonOf(
      signer.signMessage({ address: payment.address, message: 'a', networkId: regtest }),
    ),
  ).toMatchObject({ code: 'methodNotSupported' })
  expect(start(() => ({}), ['signPsbt']).signer).toMatchObject({ canSignPsbt: true })
  expect(start(() => ({}), ['signPsbt']).signer.sendTransfer).toBeUndefined()
  expect(requests).toEqual([])
})

test('only approved networks can be set', () => {
  const { signer, session } = start(() => ({}))
  expect(() => signer.switchNetwork(main)).toThrow(expect.objectContaining({ code: 'switchChain' }))
  signer.switchNetwork(regtest)
  expect(session.networkId()).toBe(regtest)
})

test('a signature by another address is refused', async () => {
  const { signer } = start(() => ({ address: ordinals.address, signature: 'AQID' }))
  expect(
    await reasonOf(
      signer.signMessage({ address: payment.address, message: 'a', networkId: regtest }),
    ),
  ).toMatchObject({ code: 'answerInvalid' })
})

test('whatever a wallet answers, the signer returns the right type or fails with a KitError', async () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('', 'ff', 'AQID', payment.address))
  const answer = fc.oneof(
    fc.anything(),
    fc.record(
      { psbt: fc.oneof(text, fc.anything()), signature: text, txid: text, address: text },
      { requiredKeys: [] },
    ),
  )
  await fc.assert(
    fc.asyncProperty(answer, async (given) => {
      const { signer } = start(() => given)
      const results = await Promise.all([
        signer
          .signMessage({ address: payment.address, message: 'a', networkId: regtest })
          .then((value) => typeof value === 'string', KitError.is),
        signer
          .signPsbt({ psbt: new Uint8Array(), inputs: [], networkId: regtest })
          .then((value) => value instanceof Uint8Array, KitError.is),
        signer
          .sendTransfer?.({ from: '', to: '', amount: 1n, networkId: regtest })
          .then((value) => /^[\da-f]{64}$/.test(value), KitError.is),
      ])
      expect(results).toEqual([true, true, true])
    }),
    { numRuns: 300 },
  )
})

test('whatever the properties and events contain, accounts are Bitcoin addresses', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.anything(), fc.json(), fc.constant(entries)),
      fc.anything(),
      (value, event) => {
        const read = remote.readAccounts([payment.address], property(value))
        expect(read[0]?.address).toBe(payment.address)
        const change = remote.readEvent('bip122_addressesChanged', event, regtest)
        expect(change).toHaveProperty('accounts')
      },
    ),
    { numRuns: 300 },
  )
})
