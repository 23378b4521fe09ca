import { Storage, Twox128 } from '@polkadot-api/substrate-bindings'
import { blake2b } from '@noble/hashes/blake2.js'
import { polkadotKeyOf } from '@latchkey/protocol/chains/polkadotKeys'
import { writeSs58 } from '@latchkey/protocol/chains/ss58'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reasonOf } from '../../../session/startTestKit.ts'
import { accountKey, storageKeys } from '../node/storage.ts'
import { readFee } from '../send/readFees.ts'
import { startTestNode } from '../startTestNode.ts'
import { writeTestAccount } from '../testing/TestLedger.ts'
import { testChains, testRuntime } from '../testing/testMetadata.ts'
import type { TestChainName } from '../testing/testMetadata.ts'
import { readAccountData } from './accountData.ts'
import { hexOf } from './bytes.ts'
import { readCall, readTransfer, writeCall, writeTransfer } from './calls.ts'
import { readEra, writeEra } from './era.ts'
import { errorName, readOutcome } from './events.ts'
import { checksMetadata } from './extensions.ts'
import { extrinsicHash, keyTypes, readExtrinsic, writeExtrinsic } from './extrinsic.ts'
import { bytesToSign, createPayload, readPayload } from './payload.ts'
import { existentialDepositOf, readRuntime } from './runtime.ts'
import { isSignedBy, readSignature } from './signature.ts'

const names = Object.keys(testChains) as TestChainName[] // the cast: these are its keys
const seed = new Uint8Array(32).fill(7)
const friend = writeSs58(new Uint8Array(32).fill(9), 0)

const payloadFor = async (name: TestChainName, call: Uint8Array, nonce = 7) =>
  createPayload(await testRuntime(name), {
    address: friend,
    call,
    genesisHash: `0x${testChains[name]}`,
    blockHash: `0x${'ab'.repeat(32)}`,
    height: 1_234_567,
    nonce,
  })

describe.each(names)('%s', (name) => {
  test('a payment is read as it was written', async () => {
    const runtime = await testRuntime(name)
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }),
        fc.boolean(),
        (key, amount, isLast) => {
          const bytes = writeTransfer(runtime, { to: writeSs58(key, 42), amount, isLast })
          const call = readCall(runtime, bytes)
          const payment = call && readTransfer(call)
          expect(payment?.amount).toBe(amount)
          // the runtime's own prefix, another spelling of the same key
          expect(hexOf(bytes.slice(3, 35))).toBe(hexOf(key))
          expect(readCall(runtime, Uint8Array.of(...bytes, 0))).toBeUndefined()
          expect(readCall(runtime, bytes.slice(0, -1))).toBeUndefined()
        },
      ),
      { numRuns: 30 },
    )
  })

  test('a signed transaction is read as it was written, with each type of key', async () => {
    const runtime = await testRuntime(name)
    const call = writeTransfer(runtime, { to: friend, amount: 12_345n })
    const unsigned = readPayload(runtime, await payloadFor(name, call))
    const message = bytesToSign(unsigned)
    for (const keyType of keyTypes) {
      const key = polkadotKeyOf(seed, '//1', keyType)
      const signature = { keyType, bytes: key.sign(message) }
      expect(isSignedBy(key.accountId, signature, message)).toBe(true)
      expect(isSignedBy(key.accountId, signature, message.slice(1))).toBe(false)
      expect(isSignedBy(new Uint8Array(32).fill(1), signature, message)).toBe(false)
      const bytes = writeExtrinsic(runtime, key.accountId, signature, unsigned)
      const read = readExtrinsic(runtime, bytes)
      if (read?.kind !== 'signed') throw new Error('It is signed')
      expect([hexOf(read.account), hexOf(read.call), read.signature.keyType]).toEqual([
        hexOf(key.accountId),
        hexOf(call),
        keyType,
      ])
      expect(hexOf(read.signature.bytes)).toBe(hexOf(signature.bytes))
      expect(hexOf(read.extensions['CheckNonce'] ?? new Uint8Array())).toBe('0x1c')
      expect(hexOf(read.extensions['CheckMortality'] ?? new Uint8Array())).toBe(
        hexOf(writeEra(1_234_567)),
      )
      expect(extrinsicHash(bytes)).toBe(hexOf(blake2b(bytes, { dkLen: 32 })))
      expect(readExtrinsic(runtime, bytes.slice(0, -1))).toBeUndefined()
      expect(readExtrinsic(runtime, Uint8Array.of(...bytes, 0))).toBeUndefined()
    }
  })

  test('reading any bytes throws nothing', async () => {
    const runtime = await testRuntime(name)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(() => {
          readExtrinsic(runtime, bytes)
          readCall(runtime, bytes)
          readOutcome(runtime, hexOf(bytes), 0)
        }).not.toThrow()
      }),
      { numRuns: 300 },
    )
  })

  test('a long call is signed by its hash, a short one by its bytes', async () => {
    const runtime = await testRuntime(name)
    const remark = (length: number) =>
      writeCall(runtime, {
        pallet: 'System',
        name: 'remark',
        parameters: { remark: new Uint8Array(length) },
      })
    const signedBytes = async (length: number) =>
      bytesToSign(readPayload(runtime, await payloadFor(name, remark(length))))
    expect((await signedBytes(300)).length).toBe(32)
    const rest = (await signedBytes(0)).length
    expect((await signedBytes(256 - rest - 1)).length).toBeLessThanOrEqual(256)
    expect((await signedBytes(256 - rest - 1)).length).toBeGreaterThan(32)
  })

  test('an unknown part of transactions that has content is refused, one without is not', async () => {
    const runtime = await testRuntime(name)
    const payload = await payloadFor(name, writeTransfer(runtime, { to: friend, amount: 1n }))
    const [empty] = runtime.extensions
    const nonceType = runtime.extensions.find(({ identifier }) => identifier === 'CheckNonce')?.type
    if (!empty || nonceType === undefined) throw new Error('Every chain has these')
    const withExtension = (parts: object) => ({
      ...runtime,
      extensions: [...runtime.extensions, { ...empty, identifier: 'Unknown', ...parts }],
    })
    expect(readPayload(withExtension({}), payload)).toEqual(readPayload(runtime, payload))
    for (const parts of [{ type: nonceType }, { additionalSigned: nonceType }])
      expect(
        await reasonOf((async () => readPayload(withExtension(parts), payload))()),
      ).toMatchObject({ code: 'actionNotAllowed', isUnsent: true })
  })

  test('the hash of the metadata is signed, and only its mode is sent', async () => {
    const runtime = await testRuntime(name)
    const payload = await payloadFor(name, writeTransfer(runtime, { to: friend, amount: 1n }))
    expect(payload.mode).toBe(checksMetadata(runtime) ? 0 : undefined)
    const plain = readPayload(runtime, payload)
    const hashed = readPayload(runtime, {
      ...payload,
      mode: 1,
      metadataHash: `0x${'cd'.repeat(32)}`,
    })
    expect(hashed.extra.length).toBe(plain.extra.length)
    expect(hashed.additional.length).toBe(plain.additional.length + 32)
    expect(
      await reasonOf((async () => readPayload(runtime, { ...payload, mode: 1 }))()),
    ).toMatchObject({ code: 'invalidParams' })
  })

  test('the keys of the storage are those that the metadata gives', async () => {
    const { builder } = await testRuntime(name)
    const key = new Uint8Array(32).fill(3)
    expect(builder.buildStorage('System', 'Account').keys.enc(writeSs58(key, 42))).toBe(
      accountKey(key),
    )
    expect(builder.buildStorage('System', 'Events').keys.enc()).toBe(storageKeys.events)
    expect(builder.buildStorage('Timestamp', 'Now').keys.enc()).toBe(storageKeys.now)
    expect(Storage('System')('Account').enc()).toBe(
      hexOf(Twox128(new TextEncoder().encode('System'))) + storageKeys.account.slice(34),
    )
  })

  test('an account is read like the metadata says', async () => {
    const { builder } = await testRuntime(name)
    const { value } = builder.buildStorage('System', 'Account')
    fc.assert(
      fc.property(
        fc.record({
          nonce: fc.nat(),
          free: fc.bigInt({ min: 0n, max: 2n ** 100n }),
          reserved: fc.bigInt({ min: 0n, max: 2n ** 100n }),
          frozen: fc.bigInt({ min: 0n, max: 2n ** 100n }),
          consumers: fc.nat({ max: 3 }),
        }),
        (account) => {
          const bytes = writeTestAccount(account)
          const { nonce, consumers, data } = value.dec(bytes.slice())
          expect([nonce, consumers, data.free, data.reserved, data.frozen]).toEqual([
            account.nonce,
            account.consumers,
            account.free,
            account.reserved,
            account.frozen,
          ])
          const read = readAccountData(hexOf(bytes))
          const beyond = account.frozen - account.reserved
          const locked = beyond > 0n ? beyond : 0n
          expect(read).toEqual({
            nonce: account.nonce,
            free: account.free,
            reserved: account.reserved,
            locked: locked < account.free ? locked : account.free,
            mustStay: account.consumers > 0,
          })
        },
      ),
    )
  })
})

test('the minimum of an account is read from the metadata', async () => {
  const deposits = names.map(async (name) => existentialDepositOf(await testRuntime(name)))
  expect(await Promise.all(deposits)).toEqual([
    100_000_000n,
    10_000_000_000n,
    3_333_333n,
    333_333_333n,
  ])
})

test('an era of 64 blocks begins with its block', () => {
  expect(hexOf(writeEra(42))).toBe('0xa502')
  fc.assert(
    fc.property(fc.nat({ max: 2 ** 31 }), fc.nat({ max: 63 }), (height, later) => {
      expect(readEra(writeEra(height), height + later)).toEqual({
        birth: height,
        lastHeight: height + 63,
      })
    }),
  )
  expect(readEra(Uint8Array.of(0), 5)).toBeUndefined()
})

test('in the older form of an account, the larger of two locks counts', () => {
  const old = (payments: bigint, fees: bigint) => {
    const bytes = writeTestAccount(
      { nonce: 0, free: 100n, reserved: 50n, frozen: payments, consumers: 0 },
      true,
    )
    new DataView(bytes.buffer).setBigUint64(64, fees, true)
    return readAccountData(hexOf(bytes)).locked
  }
  expect([old(30n, 0n), old(30n, 40n), old(500n, 0n)]).toEqual([30n, 40n, 100n])
})

test.each([undefined, 7, '', '0x', `0x${'00'.repeat(79)}`, `0x${'00'.repeat(81)}`, {}])(
  'an account of another form is refused: %j',
  async (value) =>
    expect(await reasonOf((async () => readAccountData(value))())).toMatchObject({
      code: 'answerInvalid',
    }),
)

test('a signature has the byte of its key’s type, and the length of that type', () => {
  const of = (type: number, length: number) =>
    readSignature(hexOf(Uint8Array.of(type, ...new Uint8Array(length))))?.keyType
  expect([of(0, 64), of(1, 64), of(2, 65)]).toEqual(['ed25519', 'sr25519', 'ecdsa'])
  expect([of(0, 65), of(2, 64), of(3, 64), of(1, 63)]).toEqual(Array(4).fill(undefined))
  expect([readSignature(undefined), readSignature(7), readSignature('0xzz')]).toEqual(
    Array(3).fill(undefined),
  )
})

test('the name of an error is that of its pallet and its own', () => {
  expect(
    errorName({ type: 'Module', value: { type: 'Balances', value: { type: 'Expendability' } } }),
  ).toBe('Balances.Expendability')
  expect(errorName({ type: 'Token', value: { type: 'FundsUnavailable' } })).toBe(
    'Token.FundsUnavailable',
  )
  expect(errorName({ type: 'BadOrigin', value: undefined })).toBe('BadOrigin')
  expect(errorName(undefined)).toBe('')
})

test.each(['0x', '0x6d657461', '0x6d6574610f', '0x6d65746110ffffffff', '0x00'] as const)(
  'metadata of another form is refused: %s',
  async (metadata) => {
    const version = { specName: 'a', specVersion: 1, transactionVersion: 1 }
    expect(await reasonOf((async () => readRuntime(metadata, version))())).toMatchObject({
      code: 'answerInvalid',
    })
  },
)

test('a test node lists its blocks', async () => {
  const node = await startTestNode()
  node.mine()
  expect(node.chain.head).toBe(101)
})

test.each(['polkadot', 'kusama'] as const)(
  'the older metadata 14 of %s is enough for a payment and its fee',
  async (name) => {
    // the cast: the file has this form
    const { default: metadata } = (await import(
      /* @vite-ignore */ `@polkadot/types-support/metadata/v14/${name}-hex`
    )) as { default: `0x${string}` }
    const runtime = readRuntime(metadata, { specName: name, specVersion: 1, transactionVersion: 2 })
    expect(runtime.lookup.metadata.version).toBe(14)
    const call = writeTransfer(runtime, { to: friend, amount: 12_345n })
    const unsigned = readPayload(
      runtime,
      createPayload(runtime, {
        address: friend,
        call,
        genesisHash: `0x${testChains[name]}`,
        blockHash: `0x${'ab'.repeat(32)}`,
        height: 1_000,
        nonce: 7,
      }),
    )
    const key = polkadotKeyOf(seed, '//1')
    const signature = { keyType: key.type, bytes: key.sign(bytesToSign(unsigned)) }
    const read = readExtrinsic(runtime, writeExtrinsic(runtime, key.accountId, signature, unsigned))
    expect(read?.kind === 'signed' && hexOf(read.call)).toBe(hexOf(call))
    // without a description of the answer: a weight of one or two numbers, the class, and the fee
    const fee = '40420f00000000000000000000000000'
    const feeFor = (answer: string) =>
      readFee(
        {
          genesisHash: async () => `0x${testChains[name]}` as const,
          request: async () => answer,
        } as never, // the fee needs no more of a chain
        runtime,
        { address: friend, nonce: 7, keyType: undefined },
        call,
      )
    for (const weight of ['0102030405060708', '0408', '02093d0082e0'])
      expect(await feeFor(`0x${weight}00${fee}`)).toBe(1_000_000n)
    for (const answer of [
      '0x',
      `0x00${fee}`,
      `0x0102030405060708ff${fee}`,
      `0x0400${'ff'.repeat(16)}`,
    ])
      expect(await reasonOf(feeFor(answer))).toMatchObject({ code: 'answerInvalid' })
  },
)
