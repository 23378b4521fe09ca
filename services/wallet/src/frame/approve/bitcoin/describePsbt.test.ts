import { toHex } from '@latchkey/protocol/hex'
import { p2pkh, p2tr, p2wpkh } from '@scure/btc-signer/payment.js'
import { Transaction } from '@scure/btc-signer/transaction.js'
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js'
import { toBase64 } from '@latchkey/protocol/base64'
import { bitcoinNetworkOf } from '@latchkey/protocol/chains/bitcoinNetworks'
import { expect, test } from 'vitest'
import { readPsbt } from '../../rpc/bitcoin/readPsbt.ts'
import type { ProvedPsbt } from '../../rpc/bitcoin/readPsbt.ts'
import { ann } from '../../testing/startTestLogins.ts'
import { bitcoinAccount } from '../../wallet/bitcoinAccount.ts'
import { network } from '../../rpc/bitcoin/testing/createTestAccount.ts'
import { describePsbt } from './describePsbt.ts'
import { isLargeFee } from './isLargeFee.ts'
import { sizeOfSigned } from './sizeOfSigned.ts'
import { bitcoinVerdicts, isRiskyKind } from './verdicts.ts'

const parameters = bitcoinNetworkOf(network.networkId)
if (!ann.addresses || !parameters) throw new Error('Ann has an account on the network')
const account = bitcoinAccount(network, ann.addresses)
/** The private key of Ann's test keys: the generator of secp256k1. */
const ownKey = Uint8Array.from([...new Uint8Array(31), 1])
const key = new Uint8Array(32).fill(5)
const friend = p2wpkh(pubECDSA(key), parameters)

type Parts = {
  inputs: readonly { script: Uint8Array; amount: bigint }[]
  outputs: readonly { script: Uint8Array; amount: bigint }[]
}

function psbtOf({ inputs, outputs }: Parts) {
  const transaction = new Transaction({ allowUnknownOutputs: true })
  for (const [place, coin] of inputs.entries())
    transaction.addInput({ txid: new Uint8Array(32).fill(place + 1), index: 0, witnessUtxo: coin })
  for (const output of outputs) transaction.addOutput(output)
  return provedOf(transaction)
}

/** The PSBT of a transaction, with its coins as if the network had proved them. */
function provedOf(transaction: Transaction): ProvedPsbt {
  const { inputs, ...psbt } = readPsbt(account, { psbt: toBase64(transaction.toPSBT()) })
  return {
    ...psbt,
    inputs: inputs.flatMap(({ coin, ...input }) => (coin ? { ...input, coin } : [])),
  }
}

const own = (amount: bigint) => ({ script: account.payment.script, amount })
const rare = (amount: bigint) => ({ script: account.ordinals.script, amount })
const theirs = (amount: bigint) => ({ script: friend.script, amount })
const describe = (parts: Parts, usualRate?: number) =>
  describePsbt(psbtOf(parts), account, usualRate)

test('change is what returns to the own keys, and everything else is a payment', () => {
  expect(
    describe({ inputs: [own(100_000n)], outputs: [theirs(60_000n), own(38_000n), rare(1_000n)] }),
  ).toMatchObject({
    receivers: [{ kind: 'payment', address: friend.address, amount: 60_000n }],
    spent: 100_000n,
    change: 38_000n,
    toOrdinals: 1_000n,
    leaves: 61_000n,
    hasForeign: false,
    isPart: false,
    fee: 1_000n,
    isRisky: false,
  })
})

test('a change address that the PSBT only claims to be the account’s is a payment', () => {
  const transaction = new Transaction()
  transaction.addInput({
    txid: new Uint8Array(32).fill(1),
    index: 0,
    witnessUtxo: own(100_000n),
  })
  // the account's own key and path, with the script of another
  transaction.addOutput({
    ...theirs(99_000n),
    bip32Derivation: [[account.payment.key, { fingerprint: 1, path: [0] }]],
  })
  expect(describePsbt(provedOf(transaction), account, undefined)).toMatchObject({
    receivers: [{ kind: 'payment', amount: 99_000n }],
    change: 0n,
    leaves: 100_000n,
  })
})

test('scripts without an address and amounts in data need a tick, data alone does not', () => {
  const data = new TextEncoder().encode('Thanks')
  const note = Uint8Array.from([0x6a, data.length, ...data])
  const inputs = [own(100_000n)]
  const one = (script: Uint8Array, amount: bigint) =>
    describe({ inputs, outputs: [{ script, amount }, own(99_000n - amount)] })
  expect(one(note, 0n)).toMatchObject({
    receivers: [{ kind: 'data', bytes: data, amount: 0n }],
    isRisky: false,
  })
  expect(one(note, 500n)).toMatchObject({
    receivers: [{ kind: 'burn', bytes: data }],
    isRisky: true,
  })
  expect(one(Uint8Array.of(0x51), 500n)).toMatchObject({
    receivers: [{ kind: 'script', script: '51', amount: 500n }],
    isRisky: true,
  })
  // data that is not one push is shown as it is
  expect(one(Uint8Array.of(0x6a, 0x51, 0x52), 0n).receivers).toMatchObject([
    { kind: 'data', bytes: Uint8Array.of(0x51, 0x52) },
  ])
})

test('coins of the Ordinals address need a tick', () => {
  expect(
    describe({ inputs: [rare(10_000n), own(50_000n)], outputs: [rare(10_000n), own(49_000n)] }),
  ).toMatchObject({
    receivers: [],
    ordinalsSpent: 10_000n,
    leaves: 1_000n,
    isRisky: true,
  })
})

test('with foreign coins the account’s own loss or gain is shown', () => {
  expect(
    describe({ inputs: [own(50_000n), theirs(70_000n)], outputs: [theirs(90_000n), own(29_000n)] }),
  ).toMatchObject({
    hasForeign: true,
    isPart: true,
    leaves: 21_000n,
    fee: 1_000n,
  })
  // the account sells something: more comes than leaves
  expect(describe({ inputs: [own(1_000n), theirs(70_000n)], outputs: [own(69_000n)] }).leaves).toBe(
    -68_000n,
  )
})

test.each([
  ['small', { fee: 4_999n, rate: 1_000, usualRate: 1, paid: 1n }, undefined],
  ['six times the usual rate', { fee: 20_000n, rate: 61, usualRate: 10, paid: 10n ** 9n }, 'rate'],
  [
    'five times the usual rate',
    { fee: 20_000n, rate: 50, usualRate: 10, paid: 10n ** 9n },
    undefined,
  ],
  [
    'over a quarter of the payment',
    { fee: 20_000n, rate: 20, usualRate: 10, paid: 79_999n },
    'share',
  ],
  ['a quarter of the payment', { fee: 20_000n, rate: 20, usualRate: 10, paid: 80_000n }, undefined],
  [
    'ten where blocks are empty',
    { fee: 9_000n, rate: 10, usualRate: 0.5, paid: 10n ** 9n },
    undefined,
  ],
  [
    'very high, without a usual rate',
    { fee: 90_000n, rate: 501, usualRate: undefined, paid: 10n ** 9n },
    'share',
  ],
  [
    'very high, at a rate that the node calls usual',
    { fee: 90_000n, rate: 501, usualRate: 501, paid: 10n ** 9n },
    'share',
  ],
  [
    'high for any payment',
    { fee: 1_000_001n, rate: 400, usualRate: 400, paid: 10n ** 9n },
    'share',
  ],
  [
    'just not high for any payment',
    { fee: 1_000_000n, rate: 500, usualRate: 500, paid: 10n ** 9n },
    undefined,
  ],
] as const)('a fee that is %s', (_, parts, why) => {
  expect(isLargeFee(parts)).toBe(why)
})

test('a large fee needs a tick', () => {
  const inputs = [own(100_000n)]
  expect(describe({ inputs, outputs: [theirs(50_000n)] }, 2)).toMatchObject({
    largeFee: 'rate',
    isRisky: true,
  })
  expect(describe({ inputs, outputs: [theirs(50_000n)] }).largeFee).toBe('share')
  expect(describe({ inputs, outputs: [theirs(99_000n)] }, 2).largeFee).toBe(undefined)
})

test('the size with signatures is the real one, but for a byte of each signature', () => {
  const legacy = p2pkh(pubECDSA(key), parameters)
  const taproot = p2tr(pubSchnorr(key), undefined, parameters)
  for (const scripts of [
    [account.payment.script],
    [account.ordinals.script],
    [account.payment.script, account.ordinals.script, friend.script, taproot.script],
  ]) {
    const psbt = psbtOf({
      inputs: scripts.map((script) => ({ script, amount: 10_000n })),
      outputs: [theirs(5_000n), { script: legacy.script, amount: 1_000n }],
    })
    const { transaction } = psbt
    for (const [index, script] of scripts.entries()) {
      const isOwn = psbt.inputs[index]?.signer !== undefined
      const isTaproot = script[0] === 0x51
      if (isTaproot)
        transaction.updateInput(index, {
          tapInternalKey: isOwn ? account.ordinals.key : pubSchnorr(key),
        })
      transaction.signIdx(isOwn ? ownKey : key, index)
    }
    const size = sizeOfSigned(psbt)
    transaction.finalize()
    expect(size - transaction.vsize).toBeGreaterThanOrEqual(0)
    expect(size - transaction.vsize).toBeLessThanOrEqual(Math.ceil(scripts.length / 4))
  }
})

test('the table of verdicts has a tick for exactly what can cost more than is seen', () => {
  const risky = (Object.keys(bitcoinVerdicts) as (keyof typeof bitcoinVerdicts)[]).filter(
    isRiskyKind,
  )
  expect(risky).toEqual(['burn', 'script', 'ordinalsCoin', 'largeFee'])
  expect(toHex(account.payment.key)).toMatch(/^0279be667e/)
})
