import { expect, test } from 'vitest'
import { kitError, sentenceOf } from '../../../core/errors/errors.ts'
import { KitError } from '../../../core/errors/KitError.ts'
import type { ErrorCode } from '../../../core/errors/errors.ts'
import { walletMessages } from '../../hooks/walletMessages.ts'
import { comesWithNetwork, outcomeOf } from './outcomes.ts'

const failed = (code: ErrorCode, isPhone = false) =>
  outcomeOf({ status: 'failed', error: new KitError(code, sentenceOf(code) ?? code) }, { isPhone })

test.each(Object.keys(walletMessages.texts) as ErrorCode[])(
  'the error %s of a wallet has one of the wallet’s outcomes, in this browser and on a phone',
  (code) => {
    for (const isPhone of [false, true])
      expect(['refused', 'pending', 'locked', 'gone', 'timeout', 'failed']).toContain(
        failed(code, isPhone),
      )
  },
)

test.each([
  'somethingWrong',
  'networkNotFound',
  'answerInvalid',
  'socketUrlInvalid',
  'alertInvalidProjectId',
  'pairingMalformed',
] as const)('the error %s, which is not from a wallet, has the outcome `broken`', (code) => {
  expect([failed(code), failed(code, true)]).toEqual(['broken', 'broken'])
})

test('the outcome of an error differs between phones and wallets in this browser', () => {
  expect([failed('unauthorized'), failed('unauthorized', true)]).toEqual(['locked', 'failed'])
  expect([failed('providerDisconnected'), failed('providerDisconnected', true)]).toEqual([
    'gone',
    'failed',
  ])
  expect([failed('connectorNotFound'), failed('connectorNotFound', true)]).toEqual([
    'gone',
    'broken',
  ])
})

test.each([
  ['offline', 'offline', true],
  ['httpFailed', 'unloaded', true],
  ['relayUnreachable', 'unreachable', false],
  ['httpTimeout', 'unreachable', false],
  ['userRejected', 'refused', false],
] as const)(
  'the error %s has the outcome %s; the kit repeats it when the network returns: %s',
  (code, outcome, isAgain) => {
    expect(failed(code, true)).toBe(outcome)
    expect(comesWithNetwork(outcome)).toBe(isAgain)
  },
)

test('a running attempt is `waiting`; only a wallet in this browser can be `slow`', () => {
  expect(outcomeOf({ status: 'waiting', isSlow: true })).toBe('slow')
  expect(outcomeOf({ status: 'waiting', isSlow: true }, { isPhone: true })).toBe('waiting')
  expect(outcomeOf({ status: 'failed', error: kitError('requestAborted') })).toBe('waiting')
  expect(outcomeOf({ status: 'done' })).toBe('done')
})
