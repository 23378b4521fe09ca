import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAccountId, formatNetworkId } from '@latchkey/protocol/caip'
import * as times from '@latchkey/protocol/times'
import { startTestKit } from '../../session/startTestKit.ts'
import { keyName } from '../../core/storage/storedKeys.ts'
import { unfinishedSwap, storeUnfinishedSwap } from './unfinishedSwap.ts'

const accountId = formatAccountId(
  formatNetworkId('eip155', 31_337),
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
)
const token = (digit: string) => ({
  id: `eip155:31337:0x${digit.repeat(40)}`,
  symbol: 'A',
  decimals: 18,
})
const unfinished = (at: number) => ({
  accountId,
  from: token('1'),
  to: token('2'),
  amount: 5n,
  approvals: [`0x${'a'.repeat(64)}`],
  at,
})

test('an unfinished swap is kept for a day, for its own account', () => {
  const { kit, clock } = startTestKit()
  storeUnfinishedSwap(kit, unfinished(clock.now()))
  expect(unfinishedSwap(kit, accountId)).toEqual(unfinished(clock.now()))
  expect(unfinishedSwap(kit, accountId.replace('31337', '31338'))).toBeUndefined()
  clock.advance(times.swapBegun - 1)
  expect(unfinishedSwap(kit, accountId)).toBeDefined()
  clock.advance(1)
  expect(unfinishedSwap(kit, accountId)).toBeUndefined()
})

test('an unfinished swap with a time in the future is ignored', () => {
  const { kit, clock } = startTestKit()
  for (const ahead of [1, times.swapBegun, 1e15, Number.MAX_VALUE]) {
    storeUnfinishedSwap(kit, unfinished(clock.now() + ahead))
    expect(unfinishedSwap(kit, accountId)).toBeUndefined()
  }
})

test('any stored value gives a valid swap or nothing', () => {
  const { kit, clock, storage } = startTestKit()
  const whole = { ...unfinished(clock.now()), amount: '5' }
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(whole)), fc.jsonValue(), (name, value) => {
      storage.setItem(keyName('begun-swap'), JSON.stringify({ ...whole, [name]: value }))
      const read = unfinishedSwap(kit, accountId)
      expect(
        read === undefined ||
          (typeof read.amount === 'bigint' &&
            Number.isFinite(read.at) &&
            read.approvals.every((approval) => typeof approval === 'string')),
      ).toBe(true)
    }),
  )
})
