import { describe, expect, test } from 'vitest'
import { blockOf, isAlike, isSerious, noDealings, warningsOf } from './warnings.ts'
import type { Facts } from './warnings.ts'

const from = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const twin = '0x7099000000000000000000000000000000dc79c8'
const stranger = `0x${'ab'.repeat(20)}`
const about = (facts: Partial<Facts>) => warningsOf({ to: stranger, from, isContract: false, dealings: noDealings, known: [], ...facts })
const kinds = (facts: Partial<Facts>) => about(facts).map(({ kind }) => kind)
const set = (...addresses: readonly string[]) => new Set(addresses.map((one) => one.toLowerCase()))

test('a stranger is told of, which is no reason to stop', () => {
  expect(about({})).toEqual([{ kind: 'firstTime' }])
  expect(about({}).some(isSerious)).toBe(false)
})

test('who has a name, or was sent something, is known', () => {
  expect(kinds({ to: friend, known: [friend.toLowerCase()] })).toEqual([])
  expect(kinds({ to: friend, dealings: { ...noDealings, sentTo: set(friend) } })).toEqual([])
})

test('who has only paid is sent to for the first time', () => {
  expect(kinds({ to: friend, dealings: { ...noDealings, paidBy: set(friend) } })).toEqual(['firstTime'])
})

test('the account itself, in any case', () => {
  expect(kinds({ to: from.toLowerCase() })).toEqual(['own'])
})

test('a contract is one for friends, too', () => {
  expect(kinds({ isContract: true })).toEqual(['contract', 'firstTime'])
  expect(kinds({ to: friend, known: [friend], isContract: true })).toEqual(['contract'])
})

describe('somebody to be mistaken for another', () => {
  test.each([['has a name', { known: [friend] }], ['was sent to', { dealings: { ...noDealings, sentTo: set(friend) } }], ['has paid', { dealings: { ...noDealings, paidBy: set(friend) } }]])('who %s', (_, facts) => {
    const [warning] = about({ to: twin, ...facts })
    expect(warning).toEqual({ kind: 'lookAlike', resembles: expect.stringMatching(new RegExp(friend, 'i')) as string })
    expect(warning && isSerious(warning)).toBe(true)
  })

  test('also when the twin put itself into the history before', () => {
    expect(kinds({ to: twin, known: [friend], dealings: { ...noDealings, strangers: set(twin) } })).toEqual(['lookAlike'])
    expect(kinds({ to: twin, known: [friend], dealings: { ...noDealings, paidBy: set(twin) } })).toEqual(['lookAlike'])
  })

  test('the one who is meant is not warned of because of a twin', () => {
    expect(kinds({ to: friend, known: [friend], dealings: { ...noDealings, strangers: set(twin) } })).toEqual([])
  })

  test('of the account itself', () => {
    expect(kinds({ to: `0xf39f${'1'.repeat(32)}2266` })).toEqual(['lookAlike'])
  })

  test('one that differs where we leave letters out', () => {
    expect(kinds({ to: `0x70${'9'.repeat(32)}dc79c8`, known: [friend] })).toEqual(['lookAlike'])
    expect(kinds({ to: `0x71${'9'.repeat(32)}dc79c8`, known: [friend] })).toEqual(['firstTime'])
  })

  test('who is known from worthless transfers alone', () => {
    expect(kinds({ dealings: { ...noDealings, strangers: set(stranger) } })).toEqual(['poisoned'])
    expect(kinds({ known: [stranger], dealings: { ...noDealings, strangers: set(stranger) } })).toEqual([])
  })
})

test('alike are those with four equal characters at both ends, and not the same', () => {
  expect(isAlike(friend, twin)).toBe(true)
  expect(isAlike(friend, friend.toLowerCase())).toBe(false)
  expect(isAlike(friend, `0x7099${'0'.repeat(32)}79c9`)).toBe(false)
  expect(isAlike(friend, `0x7098${'0'.repeat(32)}79c8`)).toBe(false)
})

test('nothing goes to nobody, nor into the token itself', () => {
  expect(blockOf({ to: `0x${'0'.repeat(40)}` })).toBe('zeroAddress')
  expect(blockOf({ to: friend.toLowerCase(), token: friend })).toBe('tokenContract')
  expect(blockOf({ to: friend, token: stranger })).toBeUndefined()
})
