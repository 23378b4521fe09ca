import * as fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { connectWindow, frameMethods, openSettings } from './frame.ts'

/**
 * Requests without parameters. Some libraries send an empty object instead, or a token that has no
 * meaning here.
 */
const bare = [
  'CONNECT_DEVICE',
  'GET_FARCASTER_URI',
  'CONNECT_FARCASTER',
  'SIGN_OUT',
  'IS_CONNECTED',
  'GET_CHAIN_ID',
  'GET_SMART_ACCOUNT_ENABLED_NETWORKS',
  'INIT_SMART_ACCOUNT',
  'RELOAD',
]

test.each(bare)(
  '%s ignores an object that is sent as parameters, and refuses other values',
  (name) => {
    const params = frameMethods.find((method) => method.name === name)?.params ?? v.never()
    for (const payload of [undefined, null, {}, { token: 'abc' }])
      expect(v.safeParse(params, payload)).toMatchObject({ success: true, output: undefined })
    for (const payload of ['text', 5, true])
      expect(v.safeParse(params, payload).success).toBe(false)
  },
)

test.each(['GET_USER', 'RPC_ABORT', 'OPEN_SETTINGS'])(
  '%s accepts undefined, null and {} as parameters',
  (name) => {
    const params = frameMethods.find((method) => method.name === name)?.params ?? v.never()
    for (const payload of [undefined, null, {}])
      expect(v.safeParse(params, payload).success).toBe(true)
  },
)

test('OPEN_SETTINGS accepts the place `email` and refuses any other place', () => {
  expect(v.parse(openSettings.params, { place: 'email' })).toEqual({ place: 'email' })
  expect(v.parse(openSettings.params, { token: 'abc' })).toEqual({})
  const others = fc.anything().filter((place) => place !== undefined && place !== 'email')
  fc.assert(
    fc.property(
      others,
      (place) => void expect(v.safeParse(openSettings.params, { place }).success).toBe(false),
    ),
  )
  for (const payload of ['email', 5, true])
    expect(v.safeParse(openSettings.params, payload).success).toBe(false)
})

test('CONNECT_WINDOW accepts an optional boolean `signIn`', () => {
  for (const payload of [{ signIn: true }, { signIn: false }, {}])
    expect(v.parse(connectWindow.params, payload)).toEqual(payload)
  for (const signIn of ['true', 1, null])
    expect(v.safeParse(connectWindow.params, { signIn }).success).toBe(false)
})

test('the frame’s requests are those of docs/contracts/frame.md#requests and OPEN_SETTINGS', () => {
  expect(frameMethods.map(({ name }) => name).sort()).toEqual([
    'CONNECT_DEVICE',
    'CONNECT_EMAIL',
    'CONNECT_FARCASTER',
    'CONNECT_OTP',
    'CONNECT_SOCIAL',
    'CONNECT_WINDOW',
    'GET_CHAIN_ID',
    'GET_FARCASTER_URI',
    'GET_SMART_ACCOUNT_ENABLED_NETWORKS',
    'GET_SOCIAL_REDIRECT_URI',
    'GET_USER',
    'INIT_SMART_ACCOUNT',
    'IS_CONNECTED',
    'OPEN_SETTINGS',
    'RELOAD',
    'RESUME',
    'RPC_ABORT',
    'RPC_REQUEST',
    'SET_PREFERRED_ACCOUNT',
    'SIGN_OUT',
    'SWITCH_NETWORK',
    'SYNC_DAPP_DATA',
    'SYNC_THEME',
    'UPDATE_EMAIL',
    'UPDATE_EMAIL_PRIMARY_OTP',
    'UPDATE_EMAIL_SECONDARY_OTP',
  ])
})
