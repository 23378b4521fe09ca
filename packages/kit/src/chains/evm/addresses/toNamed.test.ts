import { expect, test } from 'vitest'
import { toNamed } from './toNamed.ts'

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test.each([
  ['1', 2_147_483_649],
  ['8453', 2_147_492_101],
  [String(2 ** 31 - 1), 4_294_967_295],
])(
  'on chain %s the coin type is %d, and the address is returned with its checksum',
  async (chainId, coinType) => {
    for (const written of [address, address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`])
      expect(await toNamed(written, chainId)).toEqual({ coinType, address })
  },
)

test.each([String(2 ** 31), '4294967297', '0', '-1', '', 'x'])(
  'on chain %j toNamed returns nothing',
  async (chainId) => {
    expect(await toNamed(address, chainId)).toBeUndefined()
  },
)

test('toNamed returns nothing for a Solana address', async () => {
  expect(await toNamed('7oPa2PHQdZmjSPqvpZN7MQxnC7Dcf3uL4oLqknGLk2S3', '1')).toBeUndefined()
})
