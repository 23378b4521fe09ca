import { expect, test } from 'vitest'
import { nftName } from './nftName.ts'

test('an NFT without its own name has the name of its collection, cut if necessary, and its id', () => {
  expect(nftName('Dusk', 'Lights', 7n)).toBe('Dusk')
  expect(nftName('', 'Lights', 7n)).toBe('Lights #7')
  expect(nftName(undefined, '', 7n)).toBe('#7')
  expect(nftName('', '🗼'.repeat(80), 12n)).toBe(`${'🗼'.repeat(60)} #12`)
  expect(nftName('', 'Lights', 2n ** 256n - 1n)).toBe(`#${2n ** 256n - 1n}`)
})
