/** Verifies generated signatures, contracts' answers and wrappers, and compares with viem. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { parseErc6492Signature, recoverMessageAddress, serializeErc6492Signature } from 'viem'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { verifyEvmSignature } from '@latchkey/protocol/evmSignature/verifyEvmSignature'
import type { EvmVerifier } from '@latchkey/protocol/evmSignature/verifyEvmSignature'
import { readSignature } from '@latchkey/protocol/evmSignature/wrappedSignature'

const recover: EvmVerifier['recover'] = (hash, compact, recovery) =>
  secp256k1.Signature.fromBytes(compact, 'compact')
    .addRecoveryBit(recovery)
    .recoverPublicKey(hash)
    .toBytes(false)
const order = secp256k1.Point.CURVE().n
const key = fc
  .bigInt({ min: 1n, max: order - 1n })
  .map((number): Hex => `0x${number.toString(16).padStart(64, '0')}`)
const text = fc
  .string({ unit: 'grapheme', maxLength: 60 })
  .filter((value) => !/\p{Cs}/u.test(value))
const hexOf = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`
const word = (number: bigint) => number.toString(16).padStart(64, '0')

test('a key’s signature is accepted with the `v` of known wallets; other forms are left to a contract', async () => {
  await fc.assert(
    fc.asyncProperty(key, text, fc.integer({ min: 0, max: 255 }), async (secret, message, v) => {
      const account = privateKeyToAccount(secret)
      const right = await account.signMessage({ message })
      const [r, s, end] = [
        right.slice(2, 66),
        BigInt(`0x${right.slice(66, 130)}`),
        Number.parseInt(right.slice(130), 16),
      ]
      const verify = (signature: string) =>
        verifyEvmSignature({ address: account.address, message, signature }, { recover })
      const spelled = (last: number) => `0x${r}${word(s)}${last.toString(16).padStart(2, '0')}`
      expect(await verify(right)).toBe(true)
      expect(await verify(`0x${right.slice(2).toUpperCase()}`)).toBe(true)
      // undefined means that the signature is not a key's: only a contract can decide
      expect(await verify(spelled(v)), `v ${v}`).toBe(
        v === end || v === end - 27 ? true : undefined,
      )
      const twin = `0x${r}${word(order - s)}`
      for (const last of ['1b', '1c', '00', '01'])
        expect(await verify(`${twin}${last}`)).toBe(undefined)
      const compact = `0x${r}${word(s | (BigInt(end - 27) << 255n))}`
      expect(await recoverMessageAddress({ message, signature: right })).toBe(account.address)
      for (const other of [
        compact,
        right.slice(0, -2),
        `${right}00`,
        `0x00${right.slice(2)}`,
        `0x${r}${word(s)}`,
        '0x',
      ])
        expect(await verify(other)).toBe(undefined)
      for (const none of [
        right.slice(2),
        right.slice(0, -1),
        `${right} `,
        `0X${right.slice(2)}`,
        right.replace('0x', '0xg'),
      ])
        expect(await verify(none)).toBe(false)
    }),
    { numRuns: 40 },
  )
})

test('a signature of 65 bytes is valid only for the account that viem recovers, and only with a low `s`', async () => {
  const number = fc.oneof(
    fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }),
    fc.constantFrom(
      0n,
      1n,
      order - 1n,
      order,
      order + 1n,
      order >> 1n,
      (order >> 1n) + 1n,
      secp256k1.Point.CURVE().p,
    ),
  )
  await fc.assert(
    fc.asyncProperty(
      text,
      number,
      number,
      fc.constantFrom('1b', '1c'),
      async (message, r, s, v) => {
        const signature: Hex = `0x${word(r)}${word(s)}${v}`
        const address = await recoverMessageAddress({ message, signature }).catch(() => undefined)
        if (address !== undefined)
          expect(await verifyEvmSignature({ address, message, signature }, { recover })).toBe(
            s <= order >> 1n ? true : undefined,
          )
        expect(
          await verifyEvmSignature(
            { address: `0x${'1234'.repeat(10)}`, message, signature },
            { recover },
          ),
        ).toBe(undefined)
      },
    ),
    { numRuns: 150 },
  )
})

const account = `0x${'a1b2'.repeat(10)}`
const magic = '1626ba7e'

test('the answer of a contract counts only if it is exactly the expected word', async () => {
  const bytes = fc.uint8Array({ maxLength: 70 }).map(hexOf)
  const near = fc
    .tuple(
      fc.constantFrom(magic, magic.toUpperCase(), '1626ba7f', 'ffffffff', ''),
      fc.integer({ min: 0, max: 70 }),
      fc.constantFrom('', '0', '01', '1626ba7e', 'ff'),
    )
    .map(([begin, zeros, end]) => `0x${begin}${'0'.repeat(zeros)}${end}`)
  const answer = fc.oneof(bytes, near, fc.constant(`0x${magic}${'0'.repeat(56)}`), fc.anything())
  await fc.assert(
    fc.asyncProperty(
      answer,
      fc.uint8Array({ maxLength: 130 }).map(hexOf),
      async (result, signature) => {
        if (/(?:6492|8010)$/.test(signature)) return
        const ask: EvmVerifier['request'] = async (method) => ({
          status: 'answered',
          result: method === 'eth_getCode' ? '0x6000' : result,
        })
        const isRight =
          typeof result === 'string' && result.toLowerCase() === `0x${magic}${'0'.repeat(56)}`
        expect(
          await verifyEvmSignature(
            { address: account, message: 'hello', signature },
            { recover, request: ask },
          ),
        ).toBe(isRight)
      },
    ),
    { numRuns: 1_000 },
  )
})

test('without valid code the contract is not called, and the signature is refused', async () => {
  const right = `0x${magic}${'0'.repeat(56)}`
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.constantFrom<unknown>(
          '0x',
          '',
          null,
          '6000',
          '0x6',
          '0xzz',
          5,
          [],
          {},
          `0xef0100${'0'.repeat(39)}4`,
        ),
        fc.anything().filter((value) => typeof value !== 'string'),
      ),
      async (code) => {
        const ask: EvmVerifier['request'] = async (method) => ({
          status: 'answered',
          result: method === 'eth_getCode' ? code : right,
        })
        expect(
          await verifyEvmSignature(
            { address: account, message: 'hello', signature: '0x1234' },
            { recover, request: ask },
          ),
        ).toBe(false)
      },
    ),
  )
  const failing: EvmVerifier['request'] = async () => ({ status: 'failed' })
  expect(
    await verifyEvmSignature(
      { address: account, message: 'hello', signature: '0x1234' },
      { recover, request: failing },
    ),
  ).toBe(false)
})

const wrapped = fc
  .tuple(
    fc.uint8Array({ minLength: 20, maxLength: 20 }),
    fc.uint8Array({ maxLength: 100 }),
    fc.uint8Array({ maxLength: 100 }),
  )
  .map(([to, data, signature]) => ({
    address: hexOf(to),
    data: hexOf(data),
    signature: hexOf(signature),
  }))

test('an ERC-6492 wrapper that viem wrote is read with the same parts', () => {
  fc.assert(
    fc.property(wrapped, (parts) => {
      const read = readSignature(serializeErc6492Signature(parts), recover)
      expect(read).toEqual({
        status: 'undeployed',
        to: parts.address,
        data: parts.data,
        inner: parts.signature,
      })
    }),
  )
})

test('a changed wrapper is read only if viem writes the same bytes from its parts', () => {
  const change = fc.tuple(
    fc.constantFrom('set', 'cut', 'insert'),
    fc.nat(),
    fc.integer({ min: 0, max: 255 }),
  )
  fc.assert(
    fc.property(wrapped, fc.array(change, { minLength: 1, maxLength: 3 }), (parts, changes) => {
      const whole = Buffer.from(serializeErc6492Signature(parts).slice(2), 'hex')
      const body = [...whole.subarray(0, -32)]
      for (const [how, at, byte] of changes)
        body.splice(
          at % (body.length + 1),
          how === 'insert' ? 0 : 1,
          ...(how === 'cut' ? [] : [byte]),
        )
      const signature: Hex = `0x${Buffer.from(body).toString('hex')}${'6492'.repeat(16)}`
      const read = readSignature(signature, recover)
      if (read.status === 'broken') return
      if (read.status !== 'undeployed') throw new Error('Another kind.')
      expect(
        serializeErc6492Signature({ address: read.to, data: read.data, signature: read.inner }),
      ).toBe(signature)
      const { address, ...others } = parseErc6492Signature(signature)
      expect({ address: address?.toLowerCase(), ...others }).toEqual({
        address: read.to,
        data: read.data,
        signature: read.inner,
      })
    }),
    { numRuns: 2_000 },
  )
})

test('a broken wrapper is refused without a request to the node', async () => {
  let count = 0
  const ask: EvmVerifier['request'] = async () => {
    count++
    return { status: 'failed' }
  }
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 200 }),
      fc.constantFrom('6492', '8010'),
      async (bytes, end) => {
        const signature = `${hexOf(bytes)}${end.repeat(16)}` as const
        if (readSignature(signature, recover).status !== 'broken') return
        expect(
          await verifyEvmSignature(
            { address: account, message: 'hello', signature },
            { recover, request: ask },
          ),
        ).toBe(false)
      },
    ),
  )
  expect(count).toBe(0)
})

test('deployment data is used up to the size limit, and longer data is refused', async () => {
  const requests: string[] = []
  const ask: EvmVerifier['request'] = async (method, [call]) => {
    if (method === 'eth_call') requests.push(JSON.stringify(call).slice(0, 200))
    return { status: 'answered', result: '0x' }
  }
  const long = (bytes: number) =>
    serializeErc6492Signature({
      address: `0x${'5'.repeat(40)}`,
      data: `0x${'ab'.repeat(bytes)}`,
      signature: '0x12',
    })
  expect(
    await verifyEvmSignature(
      { address: account, message: 'hello', signature: long(40_000) },
      { recover, request: ask },
    ),
  ).toBe(false)
  expect(requests).toHaveLength(1)
  expect(
    await verifyEvmSignature(
      { address: account, message: 'hello', signature: long(0x110_000) },
      { recover, request: ask },
    ),
  ).toBe(false)
  expect(requests).toHaveLength(1)
})
