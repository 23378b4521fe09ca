import { expect, test } from 'vitest'
import * as siwxServer from './siwxServer.ts'

test('latchkey/siwx/server exports what a server needs and nothing else', () => {
  expect(Object.keys(siwxServer).sort()).toEqual([
    'SignInError',
    'SiwxError',
    'createMemoryStore',
    'createRedisStore',
    'createSignIn',
    'createSiwxServer',
    'expressSiwx',
    'formatSignIn',
    'honoSiwx',
    'nextSiwx',
    'parseSignIn',
    'verifySignIn',
  ])
})
