import fc from 'fast-check'
import { delegator } from '@latchkey/protocol/smartAccounts/contracts'
import type { Hex, TransactionSerializable, TypedDataDefinition } from 'viem'
import { bytesToHex, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { evmAccountOf } from './evmAccountOf.ts'

/** Bytes that begin with any number of zeros. */
const bytes = (length: number) =>
  fc
    .tuple(fc.nat({ max: length - 1 }), fc.uint8Array({ minLength: length, maxLength: length }))
    .map(([zeros, array]) => Uint8Array.from(array).fill(0, 0, zeros))
// valid private keys are below the group's order, which begins with fifteen bytes ff
const keys = bytes(32).filter(
  (key) => key.some((byte) => byte !== 0) && key.slice(0, 15).some((byte) => byte !== 255),
)
const hex = (length: number) => bytes(length).map((array) => bytesToHex(array))
const amount = fc.oneof(
  fc.bigInt({ min: 0n, max: 300n }),
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
)
const price = fc.bigInt({ min: 0n, max: 2n ** 64n })
const common = {
  chainId: fc.integer({ min: 1, max: 2 ** 31 }),
  nonce: fc.nat(),
  gas: fc.bigInt({ min: 0n, max: 2n ** 40n }),
  value: amount,
  data: fc.uint8Array({ maxLength: 80 }).map((array): Hex => bytesToHex(Uint8Array.from(array))),
}
const to = fc.option(hex(20), { nil: undefined })
const accessList = fc.array(
  fc.record({ address: hex(20), storageKeys: fc.array(hex(32), { maxLength: 2 }) }),
  { maxLength: 2 },
)
const transactions = fc.oneof(
  fc.record({ ...common, to, type: fc.constant('legacy' as const), gasPrice: price }),
  fc.record({
    ...common,
    to,
    type: fc.constant('legacy' as const),
    gasPrice: price,
    chainId: fc.constant(undefined),
  }),
  fc.record({ ...common, to, type: fc.constant('eip2930' as const), gasPrice: price, accessList }),
  fc.record({
    ...common,
    to,
    type: fc.constant('eip1559' as const),
    maxFeePerGas: price,
    maxPriorityFeePerGas: fc.constant(0n),
  }),
  fc.record({
    ...common,
    to,
    maxFeePerGas: fc.constant(2n ** 65n),
    maxPriorityFeePerGas: price,
    accessList,
  }),
) as fc.Arbitrary<TransactionSerializable> // each member belongs to its type
const typedData = fc
  .record({
    name: fc.string(),
    chainId: fc.nat(),
    what: fc.string(),
    count: amount,
    raw: hex(32),
    list: fc.array(fc.boolean(), { maxLength: 3 }),
  })
  .map(
    ({ name, chainId, ...message }): TypedDataDefinition => ({
      domain: { name, chainId },
      types: {
        Order: [
          { name: 'what', type: 'string' },
          { name: 'count', type: 'uint256' },
          { name: 'raw', type: 'bytes32' },
          { name: 'list', type: 'bool[]' },
        ],
      },
      primaryType: 'Order',
      message,
    }),
  )

test('`evmAccountOf` signs the same bytes as viem’s account', async () => {
  await fc.assert(
    fc.asyncProperty(
      keys,
      hex(32),
      fc.oneof(
        fc.string(),
        hex(40).map((raw) => ({ raw })),
      ),
      typedData,
      transactions,
      async (key, hash, message, data, transaction) => {
        const [own, reference] = [evmAccountOf(key), privateKeyToAccount(bytesToHex(key))]
        expect(own.address).toBe(reference.address)
        expect(await own.sign({ hash })).toBe(await reference.sign({ hash }))
        expect(await own.signMessage({ message })).toBe(await reference.signMessage({ message }))
        expect(await own.signTypedData(data)).toBe(await reference.signTypedData(data))
        expect(await own.signTransaction(transaction)).toBe(
          await reference.signTransaction(transaction),
        )
      },
    ),
    { numRuns: 60 },
  )
}, 30_000)

test('`evmAccountOf` rejects the same invalid transaction as viem’s account', async () => {
  const key = new Uint8Array(32).fill(7)
  const transaction: TransactionSerializable = {
    chainId: 1,
    type: 'eip1559',
    maxFeePerGas: 1n,
    maxPriorityFeePerGas: 2n,
  }
  await expect(privateKeyToAccount(bytesToHex(key)).signTransaction(transaction)).rejects.toThrow()
  await expect(evmAccountOf(key).signTransaction(transaction)).rejects.toThrow()
})

test('after its key is wiped, the account signs no data', async () => {
  const key = new Uint8Array(32).fill(7)
  const account = evmAccountOf(key)
  key.fill(0)
  const hash: Hex = `0x${'1'.repeat(64)}`
  await expect(account.sign({ hash })).rejects.toThrow()
  await expect(account.signMessage({ message: 'hello' })).rejects.toThrow()
  await expect(account.signTransaction({ chainId: 1, type: 'legacy' })).rejects.toThrow()
})

test('authorisations equal those of viem, for the known code or none, on one chain alone', async () => {
  await fc.assert(
    fc.asyncProperty(keys, common.chainId, fc.nat(), async (key, chainId, nonce) => {
      for (const [code, contractAddress] of [
        ['delegator', delegator],
        ['none', zeroAddress],
      ] as const) {
        const own = await evmAccountOf(key).signAuthorization({ code, chainId, nonce })
        const { address, r, s, yParity } = await privateKeyToAccount(
          bytesToHex(key),
        ).signAuthorization({ contractAddress, chainId, nonce })
        expect(own).toMatchObject({ address, chainId, nonce, yParity })
        expect([BigInt(own.r), BigInt(own.s)]).toEqual([BigInt(r), BigInt(s)])
      }
    }),
    { numRuns: 20 },
  )
  const account = evmAccountOf(new Uint8Array(32).fill(1))
  for (const chainId of [0, -1, 1.5, Number.NaN])
    await expect(
      account.signAuthorization({ code: 'delegator', chainId, nonce: 0 }),
    ).rejects.toThrow(RangeError)
})
