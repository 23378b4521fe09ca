import { sha256 } from '@noble/hashes/sha2.js'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1'
import { fromBase64, toBase64 } from '@latchkey/protocol/base64'
import { bitcoinMainnetId, bitcoinNetworkOf } from '@latchkey/protocol/chains/bitcoinNetworks'
import { OutScript, p2tr, p2wpkh, WIF } from '@scure/btc-signer/payment.js'
import { RawWitness } from '@scure/btc-signer/script.js'
import { Transaction } from '@scure/btc-signer/transaction.js'
import { hash160, pubECDSA, pubSchnorr, sha256x2 } from '@scure/btc-signer/utils.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OwnAddress } from '../../wallet/bitcoinAccount.ts'
import { signBip137 } from './signBip137.ts'
import { signBip322 } from './signBip322.ts'
import { createTestAccount } from './testing/createTestAccount.ts'

const parameters = bitcoinNetworkOf(bitcoinMainnetId)
if (!parameters) throw new Error('The network is known')
/** The key of BIP-322's test vectors. */
const key = WIF(parameters).decode('L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k')
const bytesOf = (text: string) => new TextEncoder().encode(text)

function ownOf(purpose: OwnAddress['purpose']): OwnAddress {
  const own = purpose === 'payment' ? pubECDSA(key) : pubSchnorr(key)
  const { script, address = '' } =
    purpose === 'payment' ? p2wpkh(own, parameters) : p2tr(own, undefined, parameters)
  return { address, script, key: own, purpose, publicKey: '', path: '' }
}

/** The id of BIP-322's transaction with the message, by bytes instead of the library. */
function idOfSpent(script: Uint8Array, message: Uint8Array): Uint8Array {
  const tag = sha256(bytesOf('BIP0322-signed-message'))
  const hash = sha256(Uint8Array.from([...tag, ...tag, ...message]))
  const none = new Uint8Array(32)
  return sha256x2(
    Uint8Array.from([
      ...[0, 0, 0, 0, 1, ...none, 255, 255, 255, 255, 34, 0, 32, ...hash, 0, 0, 0, 0],
      ...[1, 0, 0, 0, 0, 0, 0, 0, 0, script.length, ...script, 0, 0, 0, 0],
    ]),
  )
}

/** The transaction that a proof signs. */
function proofOf(script: Uint8Array, message: Uint8Array): Transaction {
  const transaction = new Transaction({ version: 0, lockTime: 0, allowUnknownOutputs: true })
  transaction.addInput({ txid: idOfSpent(script, message).reverse(), index: 0, sequence: 0 })
  transaction.addOutput({ script: Uint8Array.of(0x6a), amount: 0n })
  return transaction
}

function isSigned(own: OwnAddress, message: Uint8Array, signature: Uint8Array): boolean {
  const [first, second] = RawWitness.decode(signature)
  const { script } = own
  if (!first) return false
  const transaction = proofOf(script, message)
  if (own.purpose === 'ordinals') {
    const output = OutScript.decode(script)
    const hash = transaction.preimageWitnessV1(0, [script], 0, [0n])
    return output.type === 'tr' && first.length === 64 && schnorr.verify(first, hash, output.pubkey)
  }
  const lock = OutScript.encode({ type: 'pkh', hash: hash160(own.key) })
  const hash = transaction.preimageWitnessV0(0, lock, 1, 0n)
  return (
    first.at(-1) === 1 &&
    Buffer.from(second ?? []).equals(own.key) &&
    secp256k1.verify(first.slice(0, -1), hash, own.key)
  )
}

test('BIP-322’s own messages get valid signatures, the ones of the document where it has them', () => {
  const own = ownOf('payment')
  expect(own.address).toBe('bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l')
  // the document has two signatures of each message: with and without grinding for a low R
  const signatures = {
    '': 'AkgwRQIhAPkJ1Q4oYS0htvyuSFHLxRQpFAY56b70UvE7Dxazen0ZAiAtZfFz1S6T6I23MWI2lK/pcNTWncuyL8UL+oMdydVgzAEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
    'Hello World':
      'AkgwRQIhAOzyynlqt93lOKJr+wmmxIens//zPzl9tqIOua93wO6MAiBi5n5EyAcPScOjf1lAqIUIQtr3zKNeavYabHyR8eGhowEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
  }
  for (const [message, signature] of Object.entries(signatures)) {
    expect(toBase64(signBip322(key, own, bytesOf(message)))).toBe(signature)
    expect(isSigned(own, bytesOf(message), fromBase64(signature))).toBe(true)
  }
})

test.each(['payment', 'ordinals'] as const)(
  'a message of any text gets a signature of the %s address for this message only',
  (purpose) => {
    const own = ownOf(purpose)
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, other) => {
        const [message, wrong] = [bytesOf(text), bytesOf(`${text}${other}.`)]
        const signature = signBip322(key, own, message)
        expect([isSigned(own, message, signature), isSigned(own, wrong, signature)]).toEqual([
          true,
          false,
        ])
      }),
      { numRuns: 20 },
    )
  },
)

test('a signature of BIP-137 names the key by its header', () => {
  const own = ownOf('payment')
  for (const text of ['', 'Hello World', 'x'.repeat(300)]) {
    const [header = 0, ...compact] = signBip137(key, own, bytesOf(text))
    const length = text.length < 253 ? [text.length] : [253, text.length & 255, text.length >> 8]
    const magic = bytesOf('Bitcoin Signed Message:\n')
    const hash = sha256x2(Uint8Array.from([magic.length, ...magic, ...length, ...bytesOf(text)]))
    expect([39, 40, 41, 42]).toContain(header)
    expect(
      secp256k1.Signature.fromCompact(Uint8Array.from(compact))
        .addRecoveryBit(header - 39)
        .recoverPublicKey(hash)
        .toRawBytes(true),
    ).toEqual(own.key)
  }
})

test('the visitor sees the message that is signed, and the site gets the signature in base64', async () => {
  const { ask, account, state } = await createTestAccount()
  const { payment, ordinals } = account
  for (const [params, own, length] of [
    [{}, payment, 65],
    [{ protocol: 'ecdsa', address: payment.address.toUpperCase() }, payment, 65],
    [{ protocol: 'bip322' }, payment, undefined],
    [{ address: ordinals.address }, ordinals, undefined],
  ] as const) {
    const { address, signature } = (await ask('signMessage', { message: 'Hëllo', ...params })) as {
      address: string
      signature: string
    }
    expect(address).toBe(own.address)
    const bytes = fromBase64(signature)
    if (length) expect(bytes).toHaveLength(length)
    else expect(isSigned(own, bytesOf('Hëllo'), bytes)).toBe(true)
  }
  expect(state.messages).toEqual(Array(4).fill('Hëllo'))
})

test.each([
  ['bytes', { message: [1] }, -32602],
  ['no message', {}, -32602],
  ['a long message', { message: 'ä'.repeat(33_000) }, -32602],
  ['a half character', { message: 'a\ud800' }, -32602],
  ['another protocol', { message: 'a', protocol: 'schnorr' }, -32602],
  [
    'another address',
    { message: 'a', address: 'bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8z3lqx2h' },
    4100,
  ],
])('a request with %s is refused', async (_, params, code) => {
  const { ask, state } = await createTestAccount()
  await expect(ask('signMessage', params)).rejects.toMatchObject({ code })
  expect(state.messages).toEqual([])
})

test('a Taproot address has no signature of BIP-137, and a declined message none at all', async () => {
  const { ask, account, state } = await createTestAccount()
  const { address } = account.ordinals
  const request = { message: 'a', address, protocol: 'ecdsa' }
  await expect(ask('signMessage', request)).rejects.toMatchObject({ code: -32602 })
  state.isApproved = false
  await expect(ask('signMessage', { message: 'a' })).rejects.toMatchObject({ code: 4001 })
})
