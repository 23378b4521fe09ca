import { expect, test } from 'vitest'
import { transferTopic } from '../provider/quantity.ts'
import { transferOf } from './recentTransfers.ts'

const self = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const friend = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const token = `0x${'11'.repeat(20)}`

const topic = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
const log = (from: string, to: string, data: string) => ({
  address: token,
  topics: [transferTopic, topic(from), topic(to)],
  data,
})

test('a transfer has worth only if its token is listed and its amount is above zero', () => {
  const real = new Set([token])
  expect(transferOf(log(self, friend, '0x0a'), self, real)).toEqual([
    { with: friend, isOut: true, hasWorth: true },
  ])
  expect(transferOf(log(self, friend, `0x${'0'.repeat(64)}`), self, real)).toEqual([
    { with: friend, isOut: true, hasWorth: false },
  ])
  expect(transferOf(log(friend, self, '0x0a'), self, new Set())).toEqual([
    { with: friend, isOut: false, hasWorth: false },
  ])
})

test.each([
  null,
  'log',
  {},
  { topics: [] },
  { topics: [transferTopic, 1, 2], data: '0x1' },
  { topics: [transferTopic, topic(self), topic(friend), '0x1'], data: '0x' },
])('a log of another form is ignored: %j', (invalid) => {
  expect(transferOf(invalid, self, new Set())).toEqual([])
})
