import { expect, test } from 'vitest'
import { parseEmail } from '../../server/logins/parseEmail.ts'
import { plainEmail } from './plainEmail.ts'

test.each([
  ' Ann@Example.COM ',
  'ann@ex\u0430mple.com',
  'ann@münchen.example',
  'jose\u0301@example.com',
])('%j is displayed in the form that the server stores', (text) => {
  expect(plainEmail(text)).toBe(parseEmail(text))
})

test('an e-mail address with a look-alike domain is displayed in Punycode', () => {
  expect(plainEmail('ann@ex\u0430mple.com')).toMatch(/@xn--/)
})

test.each([
  'ann',
  '@example.com',
  'ann@',
  'ann@good.example/evil.example',
  'ann@good.example?a',
  'ann@good.example#a',
  'ann@good.example:1',
  'ann@good.example\\a',
  'ann@a b.example',
])('%j is rejected as an e-mail address', (text) => {
  expect(() => plainEmail(text)).toThrow('That is not an e-mail address.')
})
