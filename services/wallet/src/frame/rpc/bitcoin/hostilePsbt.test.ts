/** Generated PSBTs: what is shown is what a signature does, and everything else is refused. */
import { fromBase64, toBase64 } from '@latchkey/protocol/base64'
import { hash160, pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js'
import { p2tr, p2wpkh } from '@scure/btc-signer/payment.js'
import { Transaction } from '@scure/btc-signer/transaction.js'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { Fault } from '../../bridge/Fault.ts'
import { createTestAccount } from './testing/createTestAccount.ts'

type Account = Awaited<ReturnType<typeof createTestAccount>>
let account: Account
beforeAll(async () => void (account = await createTestAccount()))

const foreign = p2wpkh(pubECDSA(new Uint8Array(32).fill(9)))
const foreignTaproot = p2tr(pubSchnorr(new Uint8Array(32).fill(9)))
/** The owner of a coin or of an output. */
const who = fc.constantFrom('payment', 'ordinals', 'foreign', 'foreignTaproot', 'data')
const scriptOf = (owner: string): Uint8Array =>
  ({
    payment: account.account.payment.script,
    ordinals: account.account.ordinals.script,
    foreign: foreign.script,
    foreignTaproot: foreignTaproot.script,
    data: Uint8Array.of(0x6a, 2, 0x68, 0x69),
  })[owner] ?? new Uint8Array()
const amount = fc.bigInt({ min: 0n, max: 3_000_000n })
const input = fc.record({
  owner: who.filter((owner) => owner !== 'data'),
  amount,
  sighashType: fc.oneof(
    { weight: 3, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(0, 1, 2, 3, 0x81, 0x83) },
  ),
  isWhole: fc.constantFrom(true, true, true, false),
})
const order = fc.record({
  inputs: fc.array(input, { minLength: 1, maxLength: 4 }),
  outputs: fc.array(fc.record({ owner: who, amount }), { minLength: 1, maxLength: 4 }),
  isListed: fc.boolean(),
})
type Order = typeof order extends fc.Arbitrary<infer value> ? value : never

const lenient = {
  allowUnknownInputs: true,
  allowUnknownOutputs: true,
  disableScriptCheck: true,
} as const

/** A transaction that pays a script, so that a coin has a proof. */
function parentOf(owner: string, value: bigint, place: number): Transaction {
  const parent = new Transaction(lenient)
  parent.addOutput({ script: scriptOf(owner), amount: value })
  parent.addInput({
    txid: new Uint8Array(32).fill(place + 1),
    index: 0,
    finalScriptSig: Uint8Array.of(),
  })
  return parent
}

function write({ inputs, outputs }: Order): Transaction {
  const transaction = new Transaction(lenient)
  for (const [place, { owner, amount: value, sighashType, isWhole }] of inputs.entries()) {
    const parent = parentOf(owner, value, place)
    transaction.addInput({
      txid: parent.id,
      index: 0,
      witnessUtxo: { script: scriptOf(owner), amount: value },
      ...(isWhole && { nonWitnessUtxo: parent.toBytes(true, false) }),
      ...(sighashType !== undefined && { sighashType }),
    })
  }
  for (const output of outputs)
    transaction.addOutput({ script: scriptOf(output.owner), amount: output.amount })
  return transaction
}

/** An own input that the wallet signs, and a foreign output. */
const input50 = {
  owner: 'payment',
  amount: 50_000n,
  sighashType: undefined,
  isWhole: true,
} as const
const output40 = { owner: 'foreign', amount: 40_000n } as const
const plain: Order = { inputs: [input50], outputs: [output40], isListed: false }

const isOwn = ({ owner }: { owner: string }) => owner === 'payment' || owner === 'ordinals'
const sumOf = (parts: readonly { amount: bigint }[]) =>
  parts.reduce((sum, part) => sum + part.amount, 0n)

test('every PSBT is refused, or shown with exactly what leaves the account', async () => {
  const seen = { refused: 0, signed: 0 }
  await fc.assert(
    fc.asyncProperty(order, async (made) => {
      const { inputs, outputs } = made
      const { state, ask } = account
      state.psbts.length = 0
      const signInputs = inputs.flatMap(({ owner }, index) =>
        isOwn({ owner })
          ? [{ index, address: account.account[owner as 'payment' | 'ordinals'].address }]
          : [],
      )
      const request = {
        psbt: toBase64(write(made).toPSBT()),
        ...(made.isListed && { signInputs }),
      }
      const answer = await ask('signPsbt', request).catch((error: unknown) => error)
      const owned = inputs.filter(isOwn)
      const hasTaproot = owned.some(({ owner }) => owner === 'ordinals')
      const isClaimed = !hasTaproot && inputs.length > 1 && inputs.some(({ isWhole }) => !isWhole)
      const isOpen = owned.some(
        ({ owner, sighashType = 1 }) =>
          sighashType > 1 || (owner === 'payment' && sighashType === 0),
      )
      const isImpossible = sumOf(outputs) > sumOf(inputs)
      if (answer instanceof Error) {
        seen.refused += 1
        expect(answer).toBeInstanceOf(Fault)
        expect(owned.length === 0 || isClaimed || isOpen || isImpossible, String(answer)).toBe(true)
        expect(state.psbts).toEqual([])
        return
      }
      seen.signed += 1
      expect([owned.length > 0, isClaimed, isOpen, isImpossible]).toEqual([
        true,
        false,
        false,
        false,
      ])
      const { text } = state.psbts[0] ?? {}
      expect(text?.leaves).toBe(sumOf(owned) - sumOf(outputs.filter(isOwn)))
      expect(text?.receivers).toHaveLength(outputs.filter((part) => !isOwn(part)).length)
      expect(sumOf(text?.receivers ?? [])).toBe(sumOf(outputs.filter((part) => !isOwn(part))))
      expect(text?.fee).toBe(sumOf(inputs) - sumOf(outputs))
      expect(
        text?.isRisky ||
          !owned.some(({ owner, amount: value }) => owner === 'ordinals' && value > 0n),
      ).toBe(true)
      // the signatures are those of the whole transaction, by the own keys only
      const { psbt } = answer as { psbt: string }
      const signed = Transaction.fromPSBT(fromBase64(psbt), lenient)
      for (const [index, { owner }] of inputs.entries()) {
        const { partialSig, tapKeySig } = signed.getInput(index)
        expect([partialSig?.length ?? 0, Boolean(tapKeySig)]).toEqual([
          owner === 'payment' ? 1 : 0,
          owner === 'ordinals',
        ])
        const [key, signature] = partialSig?.[0] ?? []
        if (key) expect(hash160(key)).toEqual(hash160(account.account.payment.key))
        if (signature) expect(signature.at(-1)).toBe(1)
        if (tapKeySig) expect(tapKeySig.length === 64 || tapKeySig[64] === 1).toBe(true)
      }
    }),
    { numRuns: 300, seed: 22 },
  )
  expect(seen.refused).toBeGreaterThan(50)
  expect(seen.signed).toBeGreaterThan(30)
}, 120_000)

test('a PSBT with changed, missing or additional bytes ends with a fault or is read as another one', async () => {
  const { ask, state } = account
  const bytes = write(plain).toPSBT()
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: bytes.length - 1 }),
      fc.nat({ max: 255 }),
      fc.constantFrom('change', 'cut', 'add'),
      async (at, byte, kind) => {
        const changed = {
          change: bytes.with(at, byte),
          cut: bytes.slice(0, at),
          add: Uint8Array.from([...bytes, byte]),
        }[kind]
        state.psbts.length = 0
        const answer = await ask('signPsbt', { psbt: toBase64(changed) }).catch(
          (error: unknown) => error,
        )
        if (answer instanceof Error) expect(answer).toBeInstanceOf(Fault)
        else expect(state.psbts[0]?.text.spent).toBe(50_000n)
      },
    ),
    { numRuns: 500, seed: 23 },
  )
}, 120_000)

const json = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>('x'.repeat(300_000), [[[]]], { length: -1 }, null, -1, 1e300),
)
test('parameters of any type end with a fault', async () => {
  const { ask, state } = account
  state.psbts.length = 0
  const psbt = toBase64(write(plain).toPSBT())
  const { address } = account.account.payment
  const signInput = fc.record(
    {
      address: fc.oneof(fc.constant(address), json),
      index: fc.oneof(fc.constantFrom(0, 1, -1, 0.5, '0'), json),
      sighashTypes: fc.oneof(fc.constantFrom([0], [2], [0x81], [1, 1, 1]), json),
    },
    { requiredKeys: ['sighashTypes'] },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.constant(psbt), json),
      fc.array(signInput, { minLength: 1, maxLength: 2 }),
      fc.oneof(fc.boolean(), json),
      async (text, signInputs, broadcast) => {
        const types = signInputs[0]?.sighashTypes
        fc.pre(types !== null && JSON.stringify(types) !== '[]' && JSON.stringify(types) !== '[1]')
        const answer = await ask('signPsbt', { psbt: text, signInputs, broadcast }).catch(
          (error: unknown) => error,
        )
        expect(answer).toBeInstanceOf(Fault)
      },
    ),
    { numRuns: 300, seed: 24 },
  )
  expect(state.psbts).toEqual([])
})

test.each([
  ['a redeem script', { redeemScript: Uint8Array.of(0x51) }],
  ['a witness script', { witnessScript: Uint8Array.of(0x51) }],
  ['a Merkle root', { tapMerkleRoot: new Uint8Array(32).fill(1) }],
  ['a signature', { tapKeySig: new Uint8Array(64).fill(1) }],
  ['a final witness', { finalScriptWitness: [new Uint8Array(64).fill(1)] }],
])('an own input with %s is refused', async (_, field) => {
  const { ask, state } = account
  state.psbts.length = 0
  const parent = parentOf('ordinals', 50_000n, 0)
  const transaction = new Transaction(lenient)
  transaction.addOutput({ script: scriptOf('foreign'), amount: 40_000n })
  transaction.addInput({
    txid: parent.id,
    index: 0,
    witnessUtxo: { script: scriptOf('ordinals'), amount: 50_000n },
    ...field,
  })
  const { address } = account.account.ordinals
  await expect(
    ask('signPsbt', {
      psbt: toBase64(transaction.toPSBT()),
      signInputs: [{ index: 0, address }],
    }),
  ).rejects.toMatchObject({ code: -32602 })
  expect(state.psbts).toEqual([])
})

test('a PSBT of version 2, the same coin twice, and a part that the wallet should send are refused', async () => {
  const { ask, state } = account
  state.psbts.length = 0
  const one = write(plain)
  const both = write({ ...plain, inputs: [input50, { ...input50, owner: 'foreign' }] })
  const twice = write(plain)
  twice.addInput({ ...twice.getInput(0), index: 0 }, true)
  for (const request of [
    { psbt: toBase64(one.toPSBT(2)) },
    { psbt: toBase64(twice.toPSBT()) },
    { psbt: toBase64(both.toPSBT()), broadcast: true },
    { psbt: toBase64(one.toBytes(true, false)) },
    {},
  ])
    await expect(ask('signPsbt', request)).rejects.toMatchObject({ code: -32602 })
  expect(state.psbts).toEqual([])
})
