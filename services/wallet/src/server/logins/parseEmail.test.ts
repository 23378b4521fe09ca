import { expect, test } from 'vitest'
import { browserName } from './browserName.ts'
import { parseEmail } from './parseEmail.ts'

test.each([
  ['ann@example.com', ['Ann@Example.COM', ' ann@example.com\n', 'ANN@EXAMPLE.COM']],
  ['ann+shop@example.com', ['Ann+Shop@example.com']],
  ["jo.o'neil_1@mail-1.example.co.uk", ["Jo.O'Neil_1@mail-1.Example.co.uk"]],
  [
    'ann@xn--mnchen-3ya.example',
    ['ann@münchen.example', 'ann@MÜNCHEN.example', 'ann@mu\u0308nchen.example'],
  ],
  ['jos\u00e9@example.com', ['jose\u0301@example.com']],
])('parseEmail returns %s for all its spellings', (email, spellings) => {
  for (const spelling of [email, ...spellings]) expect(parseEmail(spelling)).toBe(email)
})

test.each([
  `${'a'.repeat(65)}@example.com`,
  `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(63)}.com`,
  'a\u0000@example.com',
  'a\u200b@example.com',
  'a@b@example.com',
  'a@example..com',
  'a@-example.com',
  'a@example.com.',
  'a@exa_mple.com',
  'a@[::1]',
])('parseEmail refuses %j', (text) => {
  expect(() => parseEmail(text)).toThrow('emailInvalid')
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari on Mac',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/130.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
  ],
  ['<b>Trust me</b>', 'Unknown browser'],
  [undefined, 'Unknown browser'],
])('browserName returns one of our own names, never text of the browser', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name)
})
