import { expect, test } from 'vitest'
import type { ErrorCode } from '../../../../core/errors/errors.ts'
import { KitError } from '../../../../core/errors/KitError.ts'
import type { Swapping } from '../index.ts'
import { stageOf } from './stageOf.ts'

const failed = (code: ErrorCode, last: Extract<Swapping, { status: 'failed' }>['last']) =>
  stageOf({ status: 'failed', error: new KitError(code, code), last, hasAllowed: false })

test('a swap can be repeated only if nothing was sent', () => {
  expect(failed('userRejected', 'asking')).toBe('refused')
  expect(failed('httpTimeout', 'checking')).toBe('failed')
  expect(failed('chainDisconnected', 'asking')).toBe('failed')
  expect(failed('transactionRejected', 'approving')).toBe('failed')
  // the approval may have been sent (a Safe's proposal, or no node shows it), so it is not
  // requested again
  expect(failed('answerInvalid', 'approving')).toBe('unsure')
  expect(failed('httpTimeout', 'approving')).toBe('unsure')
  expect(failed('walletTimeout', 'asking')).toBe('unsure')
  expect(failed('somethingWrong', 'asking')).toBe('unsure')
  // the kit has stopped following the transaction (a day has passed, or its list is full), but the
  // transaction may still be pending
  for (const code of ['httpTimeout', 'requestAborted', 'actionNotAllowed', 'userRejected'] as const)
    expect(failed(code, 'sent')).toBe('unsure')
})

test('after a swap has ended, its stage is the outcome on the chain', () => {
  const ended = (status: 'mined' | 'failed' | 'replaced' | 'cancelled' | 'dropped' | 'unseen') =>
    stageOf({ status: 'ended', outcome: { hash: '0x', status } })
  expect(
    ['mined', 'failed', 'replaced', 'cancelled', 'dropped', 'unseen'].map((status) =>
      ended(status as 'mined'),
    ),
  ).toEqual(['mined', 'reverted', 'replaced', 'cancelled', 'dropped', 'unseen'])
  expect(stageOf({ status: 'asking', step: 'permit' })).toBe('permit')
})
