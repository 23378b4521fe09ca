import { expect, test } from 'vitest'
import { accountsIn } from './wallet.ts'

const address = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'

test('accountsIn reads the accounts of Solana, and calls no method of the list', () => {
  const list = Object.assign([{ address }, { address: 'x' }], {
    slice: () => 'a list of its own',
    map: () => [],
  })
  expect([accountsIn(list).map((entry) => entry.address), Array.isArray(accountsIn(list))]).toEqual(
    [[address], true],
  )
})
