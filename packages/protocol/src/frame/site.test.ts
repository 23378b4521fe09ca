import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { listOf } from './checks.ts'
import { frameMethods } from './frame.ts'
import { isFrameAnswer, isFrameError, isFrameEvent, isFrameReady, siteMethods } from './site.ts'

/** One valid answer for each request whose answer has parts, with every optional part. */
const answers: { readonly [name: string]: unknown } = {
  CONNECT_EMAIL: { action: 'VERIFY_OTP' },
  CONNECT_OTP: { action: 'VERIFY_DEVICE' },
  GET_SOCIAL_REDIRECT_URI: { uri: 'https://company.example.org/login' },
  CONNECT_SOCIAL: { action: 'CONNECT' },
  GET_FARCASTER_URI: { url: 'https://farcaster.example.org', expiresAt: 1 },
  CONNECT_FARCASTER: { userName: 'ann', action: 'CONNECT' },
  UPDATE_EMAIL: { action: 'VERIFY_PRIMARY_OTP' },
  UPDATE_EMAIL_SECONDARY_OTP: { newEmail: 'ann@example.org' },
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: { smartAccountEnabledNetworks: [1] },
  INIT_SMART_ACCOUNT: { address: '0x1', isDeployed: true },
  SET_PREFERRED_ACCOUNT: { type: 'eoa', address: '0x1' },
  GET_USER: {
    address: '0x1',
    chainId: 1,
    email: 'ann@example.org',
    userName: 'ann',
    accounts: [{ address: '0x1', type: 'eoa' }],
    preferredAccountType: 'eoa',
    smartAccountDeployed: false,
    addresses: { eip155: '0x1', solana: 'a' },
    message: 'text',
    signature: '0x2',
  },
  IS_CONNECTED: { isConnected: false },
  GET_CHAIN_ID: { chainId: 'eip155:1' },
  SWITCH_NETWORK: { chainId: 1 },
  CONNECT_WINDOW: { action: 'CONNECT' },
  RESUME: { isConnected: true },
}
/** Requests whose answer is empty. */
const silent = [
  'CONNECT_DEVICE',
  'UPDATE_EMAIL_PRIMARY_OTP',
  'RELOAD',
  'SIGN_OUT',
  'RPC_ABORT',
  'SYNC_THEME',
  'SYNC_DAPP_DATA',
  'OPEN_SETTINGS',
]
/** Values that are valid for no part of an answer, except that `message` may be a long text. */
const wrong: readonly unknown[] = [{}, [[]], NaN, 'x'.repeat(5_000), Symbol.iterator]

const events: readonly unknown[] = [
  { type: '@w3m-frame/SHOW', payload: { height: 300, title: 'Sign' } },
  { type: '@w3m-frame/HIDE' },
  { type: '@w3m-frame/CHANGED', payload: { isConnected: true } },
  { type: '@w3m-frame/WINDOW', payload: { id: '0f8fad5b-d9cb-469f-a165-70867728950e' } },
]
const ready = { type: '@w3m-frame/READY', nonce: 'n', payload: { version: 4 } }

test('the site and the frame declare the same requests', () => {
  const names = (methods: readonly { name: string }[]) => methods.map(({ name }) => name).sort()
  expect(names(siteMethods)).toEqual(names(frameMethods))
  expect([...Object.keys(answers), ...silent, 'RPC_REQUEST'].sort()).toEqual(names(siteMethods))
})

test.each(siteMethods.filter(({ name }) => name in answers))(
  '$name: an answer with a malformed part is refused',
  ({ name, isResult }) => {
    const answer = answers[name] as Record<string, unknown> // `name` is a key of `answers`
    expect(isResult(answer)).toBe(true)
    expect(isResult({ ...answer, more: 'than a site reads' })).toBe(true)
    for (const part of Object.keys(answer).filter((one) => one !== 'message'))
      for (const value of wrong) expect(isResult({ ...answer, [part]: value }), part).toBe(false)
    for (const value of [null, 7, 'text', [answer], true]) expect(isResult(value)).toBe(false)
  },
)

test.each(siteMethods.filter(({ name }) => silent.includes(name)))(
  '$name: only undefined is accepted as an answer',
  ({ isResult }) => {
    expect(isResult(undefined)).toBe(true)
    for (const value of [null, {}, [], '', 0]) expect(isResult(value)).toBe(false)
  },
)

test('optional parts of GET_USER may be undefined, and `email` and `userName` may be null', () => {
  const isUser = siteMethods.find(({ name }) => name === 'GET_USER')?.isResult
  const min = { address: '0x1', chainId: 1 }
  for (const more of [
    {},
    { email: null, userName: null },
    { email: undefined, accounts: undefined, message: undefined },
  ])
    expect(isUser?.({ ...min, ...more })).toBe(true)
  for (const more of [
    { accounts: null },
    { message: null },
    { signature: null },
    { email: 'a@' },
    { email: `${'a'.repeat(254)}@b.c` },
    { accounts: Array.from({ length: 11 }, () => ({ address: '0x1', type: 'eoa' })) },
  ])
    expect(isUser?.({ ...min, ...more })).toBe(false)
})

test.each([1.5, 0, -1, 2 ** 60, Infinity, '1', 'eip155', 'eip155:1:2', '', ' eip155:1'])(
  'the network %j is refused in answers of GET_CHAIN_ID and SWITCH_NETWORK',
  (chainId) => {
    for (const { name, isResult } of siteMethods.filter(
      (method) => method.name === 'GET_CHAIN_ID' || method.name === 'SWITCH_NETWORK',
    ))
      expect(isResult({ chainId }), name).toBe(false)
  },
)

test('malformed events, READY messages and errors are refused', () => {
  for (const event of events) expect(isFrameEvent(event)).toBe(true)
  for (const height of [-1, 10_001, Infinity, NaN, '300'])
    expect(isFrameEvent({ type: '@w3m-frame/SHOW', payload: { height, title: '' } })).toBe(false)
  expect(
    isFrameEvent({ type: '@w3m-frame/SHOW', payload: { height: 1, title: 'x'.repeat(129) } }),
  ).toBe(false)
  expect(isFrameEvent({ type: '@w3m-frame/CHANGED', payload: { isConnected: 'no' } })).toBe(false)
  for (const id of [
    '',
    7,
    undefined,
    'javascript:alert(1)',
    '0f8fad5b-d9cb-469f-a165-70867728950e#',
    `${'a'.repeat(36)}\n`,
  ])
    expect(isFrameEvent({ type: '@w3m-frame/WINDOW', payload: { id } })).toBe(false)
  expect(isFrameReady(ready)).toBe(true)
  for (const payload of [undefined, {}, { version: '4' }, { version: NaN }])
    expect(isFrameReady({ ...ready, payload })).toBe(false)
  for (const error of [
    { message: '' },
    { message: 'no', code: 4001, data: [1] },
    { message: 'wait', code: 'emailCooldown', values: { seconds: 3, other: 'x' } },
  ])
    expect(isFrameError(error)).toBe(true)
  for (const error of [
    undefined,
    'no',
    {},
    { message: 'x'.repeat(1_025) },
    { message: '', code: null },
    { message: '', values: { seconds: '3' } },
  ])
    expect(isFrameError(error)).toBe(false)
})

test('for any posted value the checks do not throw, and accept only values of the right type', () => {
  const names = [
    'type',
    'id',
    'payload',
    'nonce',
    'action',
    'chainId',
    'address',
    '__proto__',
    'constructor',
    'toString',
  ]
  const posted = fc.oneof(
    fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
      withSparseArray: true,
    }),
    fc.dictionary(fc.constantFrom(...names), fc.anything()),
  )
  fc.assert(
    fc.property(posted, (value) => {
      for (const { name, isResult } of siteMethods)
        if (isResult(value) && name !== 'RPC_REQUEST')
          expect(
            value === undefined ||
              (typeof value === 'object' && value !== null && !Array.isArray(value)),
            name,
          ).toBe(true)
      for (const isOne of [isFrameEvent, isFrameReady]) expect(isOne(value)).toBe(false)
      if (isFrameAnswer(value))
        expect([typeof value.type, typeof value.id]).toEqual(['string', 'string'])
      if (isFrameError(value)) expect(typeof value.message).toBe('string')
    }),
  )
})

test('`listOf` refuses a list above its maximum length and a list with a malformed item', () => {
  const isTwo = listOf(2, (value): value is 1 => value === 1)
  expect([[], [1, 1], [1, 1, 1], [1, 2], 'no', { length: 1 }].map(isTwo)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})
