import * as fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { redirectRequest } from './frame.ts'
import { hashOf, isSending, networkIdOf, signedText } from './redirected.ts'
import { isFrameEvent, isRedirectAnswer, isRedirectLogin } from './site.ts'

const id = '0f8fad5b-d9cb-469f-a165-70867728950e'
const request = { id, name: 'RPC_REQUEST', returnTo: 'https://shop.example/', until: 1 }
const login = {
  action: 'CONNECT',
  addresses: { eip155: '0x1', solana: '9' },
  email: null,
  message: 'text',
  signature: '0x2',
}

test('a redirect request with a malformed part or a forbidden name is refused', () => {
  expect(v.is(redirectRequest, request)).toBe(true)
  for (const part of Object.keys(request))
    for (const wrong of [undefined, null, {}, [], 'x'.repeat(5_000), NaN, 1.5, true])
      expect(v.is(redirectRequest, { ...request, [part]: wrong }), part).toBe(false)
  for (const name of ['GET_USER', 'SIGN_OUT', 'CONNECT_OTP', 'constructor', '__proto__'])
    expect(v.is(redirectRequest, { ...request, name })).toBe(false)
})

test('a redirect answer has the id of its request, and its error has the form of a frame error', () => {
  for (const answer of [
    { id },
    { id, result: undefined },
    { id, result: [1] },
    { id, error: { message: '', code: 4001 } },
  ])
    expect(isRedirectAnswer(answer)).toBe(true)
  for (const answer of [
    {},
    { id: 1 },
    { id, error: {} },
    { id, error: { message: 'x'.repeat(2_000) } },
    null,
    [id],
    id,
  ])
    expect(isRedirectAnswer(answer)).toBe(false)
})

test('a redirect login with a malformed part is refused', () => {
  expect(isRedirectLogin(login)).toBe(true)
  for (const part of Object.keys(login))
    for (const wrong of [{}, [[]], NaN, 'x'.repeat(20_000)])
      expect(isRedirectLogin({ ...login, [part]: wrong }), part).toBe(false)
  fc.assert(
    fc.property(fc.anything(), (other) => {
      expect(isRedirectLogin(other)).toBe(false)
    }),
  )
})

test('a WINDOW event may have a `request` and `here`; malformed values are refused', () => {
  const event = (payload: object) =>
    isFrameEvent({ type: '@w3m-frame/WINDOW', payload: { id, ...payload } })
  expect([event({}), event({ request: 'r' }), event({ request: 'r', here: true })]).toEqual([
    true,
    true,
    true,
  ])
  expect([
    event({ request: 1 }),
    event({ request: 'x'.repeat(65) }),
    event({ here: 'yes' }),
    event({ id: 'https://evil.example' }),
  ]).toEqual([false, false, false, false])
})

test('`isSending` is true for methods that send a transaction, and `hashOf` returns the hash only if it is a text', () => {
  expect(
    [
      'eth_sendTransaction',
      'wallet_sendCalls',
      'solana_signAndSendTransaction',
      'personal_sign',
      'eth_signTypedData_v4',
      'constructor',
    ].map(isSending),
  ).toEqual([true, true, true, false, false, false])
  expect([
    hashOf('eth_sendTransaction', '0x1'),
    hashOf('eth_sendTransaction', { hash: '0x1' }),
    hashOf('personal_sign', '0x1'),
  ]).toEqual(['0x1', undefined, undefined])
})

test('`signedText` returns the text that was passed as text or as hex bytes', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }).filter((text) => !/^0x([0-9a-f]{2})*$/i.test(text)),
      (text) => {
        const hex = `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
        expect([signedText('personal_sign', text), signedText('personal_sign', hex)]).toEqual([
          text,
          text.replace(/^\uFEFF/, ''),
        ])
      },
    ),
  )
  expect(signedText('eth_signTypedData_v4', 'text')).toBeUndefined()
})

test('`networkIdOf` reads a chain number or a network id, and returns undefined for other values', () => {
  expect([
    networkIdOf(1),
    networkIdOf('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'),
    networkIdOf('x'),
    networkIdOf(''),
  ]).toEqual(['eip155:1', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', undefined, undefined])
})
