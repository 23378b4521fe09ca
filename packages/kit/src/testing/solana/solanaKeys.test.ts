import { expect, test } from 'vitest'
import { solanaKeys } from './solanaKeys.ts'

test('the development phrase gives the same Solana accounts as in other wallets', () => {
  expect(solanaKeys(2).map(({ address }) => address)).toEqual([
    'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
    'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD',
  ])
})
