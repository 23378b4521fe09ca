import * as v from 'valibot'
import { expect, test } from 'vitest'
import { frameMethods } from './frame.ts'

/** Requests without parameters; some libraries send an empty object with them, or a token that means nothing here. */
const bare = ['CONNECT_DEVICE', 'GET_FARCASTER_URI', 'CONNECT_FARCASTER', 'SIGN_OUT', 'IS_CONNECTED', 'GET_CHAIN_ID', 'GET_SMART_ACCOUNT_ENABLED_NETWORKS', 'INIT_SMART_ACCOUNT', 'RELOAD', 'OPEN_SETTINGS']

test.each(bare)('%s takes any object as nothing', (name) => {
  const params = frameMethods.find((method) => method.name === name)?.params ?? v.never()
  for (const payload of [undefined, null, {}, { token: 'abc' }]) expect(v.safeParse(params, payload)).toMatchObject({ success: true, output: undefined })
  for (const payload of ['text', 5, true]) expect(v.safeParse(params, payload).success).toBe(false)
})

test.each(['GET_USER', 'RPC_ABORT'])('%s can do without parameters', (name) => {
  const params = frameMethods.find((method) => method.name === name)?.params ?? v.never()
  for (const payload of [undefined, null, {}]) expect(v.safeParse(params, payload).success).toBe(true)
})
