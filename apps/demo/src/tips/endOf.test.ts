import { expect, test } from 'vitest'
import { faultOf } from './endOf.ts'

test('only a tip that no block can include any more is said to be unsent', () => {
  expect(faultOf({ status: 'mined' })).toBeUndefined()
  expect(faultOf({ status: 'failed' })).toBeUndefined()
  expect(faultOf({ status: 'dropped', isExpired: true })).toContain('Nothing was sent')
  for (const status of ['dropped', 'unseen'] as const)
    expect(faultOf({ status })).toContain('Look in your wallet')
  for (const status of ['replaced', 'cancelled'] as const)
    expect(faultOf({ status })).toContain('Another transaction')
})
