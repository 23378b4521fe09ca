import { describe, expect, test } from 'vitest'
import { addresses } from '../../../chains/evm/addresses/addresses.lazy.ts'
import { blockOf, isSerious, warningsOf } from './warnings.ts'
import type { Counterparties, Facts } from './warnings.ts'

const from = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const twin = '0x7099000000000000000000000000000000dc79c8'
const stranger = `0x${'ab'.repeat(20)}`
const noCounterparties: Counterparties = {
  sentTo: new Set(),
  paidBy: new Set(),
  unknownSenders: new Set(),
}
const about = (facts: Partial<Facts>) =>
  warningsOf(
    {
      to: stranger,
      from,
      isContract: false,
      counterparties: noCounterparties,
      known: [],
      ...facts,
    },
    addresses,
  )
const kinds = (facts: Partial<Facts>) => about(facts).map(({ kind }) => kind)
const set = (...addresses: readonly string[]) =>
  new Set(addresses.map((address) => address.toLowerCase()))

test('a first transfer has the warning `firstTime`, which is not serious', () => {
  expect(about({})).toEqual([{ kind: 'firstTime' }])
  expect(about({}).some(isSerious)).toBe(false)
})

test('a recipient with a label, or with an earlier transfer, causes no warning', () => {
  expect(kinds({ to: friend, known: [friend.toLowerCase()] })).toEqual([])
  expect(
    kinds({ to: friend, counterparties: { ...noCounterparties, sentTo: set(friend) } }),
  ).toEqual([])
})

test('an account that has only paid this account still has the warning `firstTime`', () => {
  expect(
    kinds({ to: friend, counterparties: { ...noCounterparties, paidBy: set(friend) } }),
  ).toEqual(['firstTime'])
})

test('a borrowed address of a name has the warning `borrowed`, unless the address is known', () => {
  expect(kinds({ isBorrowed: true })).toEqual(['borrowed', 'firstTime'])
  expect(about({ isBorrowed: true }).some(isSerious)).toBe(false)
  expect(kinds({ to: friend, known: [friend], isBorrowed: true })).toEqual([])
})

test('the account’s own address has the warning `own`, in any case', () => {
  expect(kinds({ to: from.toLowerCase() })).toEqual(['own'])
})

test('a contract has the warning `contract` even if it is known', () => {
  expect(kinds({ isContract: true })).toEqual(['contract', 'firstTime'])
  expect(kinds({ to: friend, known: [friend], isContract: true })).toEqual(['contract'])
})

describe('an address that resembles a known one', () => {
  test.each([
    ['has a label', { known: [friend] }],
    ['got a transfer', { counterparties: { ...noCounterparties, sentTo: set(friend) } }],
    ['has paid', { counterparties: { ...noCounterparties, paidBy: set(friend) } }],
  ])('a look-alike of an account that %s has a serious warning', (_, facts) => {
    const [warning] = about({ to: twin, ...facts })
    expect(warning).toEqual({
      kind: 'lookAlike',
      resembles: expect.stringMatching(new RegExp(friend, 'i')) as string,
    })
    expect(warning && isSerious(warning)).toBe(true)
  })

  test('a look-alike has the warning `lookAlike` even if it is in the history', () => {
    expect(
      kinds({
        to: twin,
        known: [friend],
        counterparties: { ...noCounterparties, unknownSenders: set(twin) },
      }),
    ).toEqual(['lookAlike'])
    expect(
      kinds({
        to: twin,
        known: [friend],
        counterparties: { ...noCounterparties, paidBy: set(twin) },
      }),
    ).toEqual(['lookAlike'])
  })

  test('the real address has no warning because of its look-alike', () => {
    expect(
      kinds({
        to: friend,
        known: [friend],
        counterparties: { ...noCounterparties, unknownSenders: set(twin) },
      }),
    ).toEqual([])
  })

  test('a look-alike of the account’s own address has the warning `lookAlike`', () => {
    expect(kinds({ to: `0xf39f${'1'.repeat(32)}2266` })).toEqual(['lookAlike'])
  })

  test('only the shown characters of the address count for a look-alike', () => {
    expect(kinds({ to: `0x70${'9'.repeat(32)}dc79c8`, known: [friend] })).toEqual(['lookAlike'])
    expect(kinds({ to: `0x71${'9'.repeat(32)}dc79c8`, known: [friend] })).toEqual(['firstTime'])
  })

  test('an address known only from worthless transfers has the warning `poisoned`', () => {
    expect(
      kinds({ counterparties: { ...noCounterparties, unknownSenders: set(stranger) } }),
    ).toEqual(['poisoned'])
    expect(
      kinds({
        known: [stranger],
        counterparties: { ...noCounterparties, unknownSenders: set(stranger) },
      }),
    ).toEqual([])
  })
})

test('the zero address and the token’s own address block the transfer', () => {
  expect(blockOf({ to: `0x${'0'.repeat(40)}` }, addresses)).toBe('zeroAddress')
  expect(blockOf({ to: friend.toLowerCase(), token: friend }, addresses)).toBe('tokenContract')
  expect(blockOf({ to: friend, token: stranger }, addresses)).toBeUndefined()
})
