import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOwnerless } from './isOwnerless.ts'

test.each([
  '0x0000000000000000000000000000000000000000',
  '0x0000000000000000000000000000000000000001',
  '0x0000000000000000000000000000000000000100',
  '0x00000000000000000000000000000000000A4B05',
  '0x0000000000000000000000000000000000001010',
  '0x000000000000000000000000000000000000800A',
  '0x4200000000000000000000000000000000000006',
  '0x5300000000000000000000000000000000000004',
  '0x0300000000000000000000000000000000000000',
  '0xc0D3C0d3C0d3C0D3c0d3C0d3c0D3C0d3c0d30007',
  '0xDeadDeAddeAddEAddeadDEaDDEAdDeaDDeAD0000',
  '0xfffffffffffffffffffffffffffffffffffffffe',
  '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
  '0x000000000000000000000000000000000000dEaD',
])('the address %s has no owner', (address) => expect(isOwnerless(address)).toBe(true))

test.each([
  '0x000000000022D473030F116dDEE9F6B43aC78BA3',
  '0x00000000219ab540356cBB839Cbe05303d7705Fa',
  '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  '0x00000000000000adc04c56bf30ac9d3c0aaf14dc',
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
])('the address %s may have an owner', (address) => expect(isOwnerless(address)).toBe(false))

test('a random address with eight zero bytes in a row may have an owner', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 20, maxLength: 20 }),
      fc.integer({ min: 0, max: 12 }),
      (bytes, at) => {
        const mixed = bytes.map((byte, index) => (index >= at && index < at + 8 ? 0 : byte || 1))
        expect(isOwnerless(`0x${Buffer.from(mixed).toString('hex')}`)).toBe(false)
      },
    ),
  )
})
