/**
 * A wallet returns anything. The kit then sends nothing, or exactly what was requested.
 */
import { concatBytes } from '@noble/hashes/utils.js'
import { polkadotKeyOf } from '@latchkey/protocol/chains/polkadotKeys'
import { writeSs58 } from '@latchkey/protocol/chains/ss58'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { KitError } from '../../../core/errors/KitError.ts'
import { reasonOf } from '../../../session/startTestKit.ts'
import { signPayload } from '../../../testing/polkadot/signPayload.ts'
import { prepareSend } from '../../../domains/send/review/prepareSend.ts'
import { sendPrepared } from '../../../domains/send/progress/sendPrepared.lazy.ts'
import { startTestMoney } from '../startTestMoney.ts'
import type { SignerPayload } from '../signer.ts'
import { testChains, testRuntime } from '../testing/testMetadata.ts'
import { bytesOf, hexOf } from '../wire/bytes.ts'
import { writeTransfer } from '../wire/calls.ts'
import { keyTypes, readExtrinsic } from '../wire/extrinsic.ts'
import { createPayload, readPayload } from '../wire/payload.ts'
import type { Runtime } from '../wire/runtime.ts'
import { acceptSigned } from './acceptSigned.ts'

const key = polkadotKeyOf(new Uint8Array(32).fill(4), '')
const otherKey = polkadotKeyOf(new Uint8Array(32).fill(5), '')
const friend = writeSs58(new Uint8Array(32).fill(9), 0)
const thief = writeSs58(new Uint8Array(32).fill(10), 0)

let runtime: Runtime
let payload: SignerPayload
beforeAll(async () => {
  runtime = await testRuntime()
  payload = createPayload(runtime, {
    address: writeSs58(key.accountId, 0),
    call: writeTransfer(runtime, { to: friend, amount: 5_000_000_000n }),
    genesisHash: `0x${testChains['asset-hub-polkadot']}`,
    blockHash: `0x${'ab'.repeat(32)}`,
    height: 1_000,
    nonce: 3,
  })
})

const accept = (answer: object) =>
  // the cast: a hostile wallet may return anything
  acceptSigned(runtime, key.accountId, readPayload(runtime, payload), answer as never)

const codeOf = async (answer: object) =>
  ((await reasonOf((async () => accept(answer))())) as KitError | undefined)?.code

test('an honest answer is accepted, alone and as a whole transaction', () => {
  const whole = signPayload(key, payload)
  const alone = signPayload(key, { ...payload, withSignedTransaction: false })
  const [first, second] = [accept(whole), accept(alone)]
  expect(hexOf(first.bytes)).toBe(whole.signedTransaction)
  expect(second.bytes.length).toBe(first.bytes.length)
})

test.each<[string, Partial<SignerPayload>]>([
  ['another nonce', { nonce: '0x00000004' }],
  ['a tip', { tip: '0x00000000000000000000000000000001' }],
  ['another era', { era: '0x0500' }],
  ['no end', { era: '0x00' }],
])('a wallet that signs %s is refused', async (_, change) => {
  const changed = signPayload(key, { ...payload, ...change })
  expect(await codeOf(changed)).toBe('transactionChanged')
  expect(await codeOf({ signature: changed.signature })).toBe('answerInvalid')
})

test('a wallet that signs another call, or with another key, is refused', async () => {
  const method = hexOf(writeTransfer(runtime, { to: thief, amount: 5_000_000_000n }))
  const changed = signPayload(key, { ...payload, method })
  expect(await codeOf(changed)).toBe('transactionChanged')
  expect(await codeOf({ signature: changed.signature })).toBe('answerInvalid')
  const foreign = signPayload(otherKey, payload)
  expect(await codeOf(foreign)).toBe('transactionChanged')
  expect(await codeOf({ signature: foreign.signature })).toBe('answerInvalid')
})

test('a wallet that signs another call with the hash of the metadata is refused', async () => {
  const method = hexOf(writeTransfer(runtime, { to: thief, amount: 5_000_000_000n }))
  const mode = { mode: 1, metadataHash: `0x${'08'.repeat(32)}` } as const
  expect(await codeOf(signPayload(key, { ...payload, ...mode, method }))).toBe('transactionChanged')
  expect(accept(signPayload(key, { ...payload, ...mode })).bytes.length).toBeGreaterThan(100)
})

test('whatever is changed in a whole transaction, the kit sends only what was requested', () => {
  const { signedTransaction = '0x' } = signPayload(key, payload)
  const honest = bytesOf(signedTransaction, [1, 1_000]) ?? new Uint8Array()
  const call = bytesOf(payload.method, [1, 1_000]) ?? new Uint8Array()
  fc.assert(
    fc.property(
      fc.nat({ max: honest.length - 1 }),
      fc.integer({ min: 1, max: 255 }),
      fc.uint8Array({ maxLength: 3 }),
      (at, change, rest) => {
        const bytes = concatBytes(honest, rest)
        bytes[at] = (bytes[at] ?? 0) ^ change
        try {
          const read = readExtrinsic(
            runtime,
            accept({ signature: '0x', signedTransaction: hexOf(bytes) }).bytes,
          )
          // only the mode of checking the metadata, which the network checks by the signature
          expect(read?.kind === 'signed' && hexOf(read.call)).toBe(hexOf(call))
          expect(read?.kind === 'signed' && hexOf(read.account)).toBe(hexOf(key.accountId))
          expect(read?.kind === 'signed' && read.extensions['CheckMetadataHash']?.[0]).toBe(1)
        } catch (error) {
          if (!KitError.is(error)) throw error
          expect(['answerInvalid', 'transactionChanged']).toContain(error.code)
        }
      },
    ),
    { numRuns: 500, seed: 7 },
  )
})

test('any signature but the account’s is refused', () => {
  const message = fc.oneof(
    fc.uint8Array({ maxLength: 70 }).map(hexOf),
    fc
      .tuple(fc.constantFrom(...keyTypes.keys()), fc.uint8Array({ minLength: 64, maxLength: 65 }))
      .map(([type, bytes]) => hexOf(Uint8Array.of(type, ...bytes))),
    fc.anything(),
  )
  fc.assert(
    fc.property(message, (signature) => {
      expect(() => accept({ signature })).toThrow(KitError)
    }),
    { numRuns: 200, seed: 7 },
  )
})

test('nothing is sent after a wrong answer, and the next payment works', async () => {
  let isHostile = true
  const {
    kit,
    networkId,
    me,
    friend: to,
    node,
  } = await startTestMoney({
    wallet: {
      replace: (requested) =>
        isHostile ? { ...requested, tip: '0x000000000000000000000000000f4240' } : requested,
    },
  })
  const prepared = await prepareSend(kit, {
    networkId,
    from: me,
    to: { address: to },
    token: { symbol: 'DOT', decimals: 10 },
    amount: 5_000_000_000n,
  })
  expect(await reasonOf(sendPrepared(kit, prepared))).toMatchObject({
    code: 'transactionChanged',
    isUnsent: true,
  })
  expect(node.requests.some(({ method }) => method === 'author_submitExtrinsic')).toBe(false)
  expect(kit.getState().pending ?? []).toEqual([])
  isHostile = false
  await sendPrepared(kit, prepared)
  expect(node.accountOf(to).free).toBe(node.deposit + 5_000_000_000n)
})
