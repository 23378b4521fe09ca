import { expect, test } from 'vitest'
import * as cookie from './cookie.ts'

test('latchkey/cookie exports the cookie functions and nothing else', () => {
  expect(Object.keys(cookie).sort()).toEqual(['cookieStorage', 'readCookie'])
})
