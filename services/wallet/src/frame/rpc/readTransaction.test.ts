import fc from 'fast-check'
import { getAddress, parseTransaction, serializeTransaction } from 'viem'
import type { TransactionSerializable } from 'viem'
import { expect, test } from 'vitest'
import { Fault } from '../bridge/Fault.ts'
import { readTransaction } from './readTransaction.ts'
import type { RequestedTransaction } from './readTransaction.ts'

const [to, from] = ['1', '2'].map((digit) => `0x${digit.repeat(40)}`)

/** The result; undefined for input that is refused with a code. */
function read(value: unknown): RequestedTransaction | undefined {
  try {
    return readTransaction(value, 1)
  } catch (error) {
    if (error instanceof Fault && error.code === -32602) return undefined
    throw error
  }
}

/** A number in the forms that sites write, or a text that is not a number. */
const hexOf = fc
  .bigInt({ min: 0n, max: 2n ** 64n })
  .chain((value) =>
    fc.constantFrom(
      `0x${value.toString(16)}`,
      `0x${value.toString(16).toUpperCase()}`,
      `0x00${value.toString(16)}`,
    ),
  )
const number = fc.oneof(
  { weight: 6, arbitrary: hexOf },
  { weight: 2, arbitrary: fc.nat() },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      '5',
      '0x',
      '0X5',
      '0xg',
      '-0x1',
      ' 0x1',
      '0x1 ',
      1.5,
      -1,
      NaN,
      2 ** 60,
      true,
      null,
      '',
      [],
      {},
      `0x${'f'.repeat(64)}`,
      `0x${'f'.repeat(65)}`,
    ),
  },
)
const data = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .uint8Array({ maxLength: 40 })
      .chain((bytes) =>
        fc.constantFrom(
          `0x${Buffer.from(bytes).toString('hex')}`,
          `0x${Buffer.from(bytes).toString('hex').toUpperCase()}`,
        ),
      ),
  },
  { weight: 1, arbitrary: fc.constantFrom<unknown>('0xabc', '0xzz', 'ab', '', 5, null, ['0xab']) },
)
const address = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .uint8Array({ minLength: 20, maxLength: 20 })
      .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
  },
  { weight: 1, arbitrary: fc.constantFrom<unknown>('0x', null, '0x12', 'friend.eth', 5, {}, [to]) },
)
/** One of several groups of members, so that matching members are frequent. */
const oneOf = (...groups: readonly Record<string, fc.Arbitrary<unknown>>[]) =>
  fc.oneof(...groups.map((group) => fc.record<Record<string, unknown>>(group)))
const requests = fc
  .tuple(
    oneOf({ to: address }, { to: address }, {}),
    oneOf({ value: number }, {}),
    oneOf({ data }, { input: data }, {}, { data, input: data }),
    oneOf({ gas: number }, { gasLimit: number }, {}, { gas: number, gasLimit: number }),
    oneOf({ nonce: number }, {}),
    oneOf(
      { gasPrice: number },
      { maxFeePerGas: number },
      { maxPriorityFeePerGas: number },
      { maxFeePerGas: number, maxPriorityFeePerGas: number },
      { gasPrice: number, maxFeePerGas: number },
      {},
    ),
    oneOf(
      {},
      {},
      { chainId: fc.constantFrom<unknown>('0x1', 1, '0x2', 0, null, '1') },
      { type: fc.constantFrom<unknown>('0x0', '0x1', '0x2', '0x3', '0x4', 2, 'eip1559', null) },
    ),
  )
  .map(
    (groups): Record<string, unknown> =>
      Object.assign({ from }, ...groups) as Record<string, unknown>,
  ) // the cast is safe: every part is one of the groups above

const numberOf = (value: unknown) =>
  // the cast is safe: the generated numbers have one of these types
  value === undefined || value === null ? undefined : BigInt(value as string | number)

test('a read transaction has the site’s values, and viem serializes it to the same bytes', () => {
  let count = 0
  fc.assert(
    fc.property(requests, (site) => {
      const wanted = read(site)
      if (!wanted) return
      count++
      const { to: target, value, data: bytes, gas, nonce } = wanted
      expect(target).toBe(
        site['to'] === null || site['to'] === '0x'
          ? undefined
          : (site['to'] as string | undefined)?.toLowerCase(),
      )
      expect([value, gas, nonce]).toEqual([
        numberOf(site['value']) ?? 0n,
        numberOf(site['gas']) ?? numberOf(site['gasLimit']),
        site['nonce'] === undefined || site['nonce'] === null
          ? undefined
          : Number(numberOf(site['nonce'])),
      ])
      for (const name of ['data', 'input'] as const)
        if (site[name] !== undefined && site[name] !== null) expect(bytes).toBe(site[name])
      for (const name of ['gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas'] as const)
        expect(wanted[name]).toBe(numberOf(site[name]))
      const serializable: TransactionSerializable = {
        type: 'eip1559',
        ...(target && { to: target }),
        value,
        data: bytes,
        gas: gas ?? 21_000n,
        nonce: nonce ?? 0,
        chainId: 1,
        maxFeePerGas: 2n,
        maxPriorityFeePerGas: 1n,
      }
      const signed = parseTransaction(serializeTransaction(serializable))
      expect([
        signed.to ?? undefined,
        signed.value ?? 0n,
        signed.data ?? '0x',
        signed.gas ?? 0n,
        signed.nonce ?? 0,
      ]).toEqual([target, value, bytes.toLowerCase(), gas ?? 21_000n, nonce ?? 0])
      expect(signed).not.toHaveProperty('accessList')
    }),
    { numRuns: 3_000 },
  )
  expect(count).toBeGreaterThan(50)
})

test('a transaction with a member that no screen shows is rejected, whatever its value', () => {
  const shown = [
    'from',
    'to',
    'value',
    'data',
    'input',
    'gas',
    'gasLimit',
    'nonce',
    'gasPrice',
    'maxFeePerGas',
    'maxPriorityFeePerGas',
    'chainId',
    'type',
  ]
  const name = fc.oneof(
    fc.constantFrom(
      'authorizationList',
      'accessList',
      'blobs',
      'blobVersionedHashes',
      'sidecars',
      'kzg',
      'maxFeePerBlobGas',
      'paymaster',
      'customData',
      'feeCurrency',
      'mint',
      'isSystemTx',
      'sourceHash',
      'Value',
      'TO',
      'dataSuffix',
      'eip712Meta',
      'r',
      's',
      'v',
      'yParity',
      '__proto__',
      'constructor',
    ),
    fc.string(),
  )
  fc.assert(
    fc.property(
      name,
      fc.anything().filter((value) => value !== undefined),
      (member, value) => {
        if (shown.includes(member)) return
        const site: unknown = Object.fromEntries([
          ['from', from],
          ['to', to],
          ['value', '0x1'],
          [member, value],
        ])
        expect(read(site)).toBeUndefined()
      },
    ),
  )
})

test('readTransaction returns or rejects any other value', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      for (const site of [
        value,
        { from, to: value, data: value },
        { from, to, value, nonce: value, gas: value, chainId: value },
      ])
        expect(() => read(site)).not.toThrow()
    }),
  )
})

test('an address with an invalid EIP-55 checksum is rejected', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), fc.nat(39), (bytes, at) => {
      const right = getAddress(`0x${Buffer.from(bytes).toString('hex')}`)
      expect(read({ from, to: right })?.to).toBe(right.toLowerCase())
      const letter = right[at + 2] ?? ''
      const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
      const wrong = right.slice(0, at + 2) + other + right.slice(at + 3)
      const isOneCase = [wrong.slice(2).toLowerCase(), wrong.slice(2).toUpperCase()].includes(
        wrong.slice(2),
      )
      if (other !== letter && !isOneCase) expect(read({ from, to: wrong })).toBeUndefined()
    }),
  )
})

test.each([
  { type: '0x0', maxFeePerGas: '0x1' },
  { type: '0x0', maxPriorityFeePerGas: '0x1' },
  { type: '0x2', gasPrice: '0x1' },
  { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' },
])(
  'a transaction with fee fields that its type or its own limit forbids is rejected: %j',
  (price) => {
    expect(read({ from, to, value: '0x1', ...price })).toBeUndefined()
  },
)
