import { auditKinds } from '@latchkey/protocol/walletServer'
import { expect, test } from 'vitest'
import { eventText } from './eventText.ts'
import { messages } from './messages.ts'

test.each([
  ['login', 'email', 'Logged in by e-mail'],
  ['login', 'github', 'Logged in by GitHub'],
  ['accountMade', 'vault', 'Wallet made, protected by the vault'],
  ['deviceRemoved', 'Firefox on Linux', 'Firefox on Linux was signed out for good'],
  ['exported', 'keystore', 'Keystore saved'],
  ['exported', 'phrase', 'Recovery phrase shown'],
  ['recovered', 'passkey', 'Wallet brought to a browser by passkey'],
] as const)('the event %s %s has the text “%s”', (kind, detail, text) => {
  expect(eventText({ kind, detail }, messages.texts).replace(/[\u2068\u2069]/g, '')).toBe(text)
})

test('every event has a complete sentence for any detail', () => {
  for (const kind of auditKinds)
    for (const detail of [null, '\u202Eevil', 'constructor', 'x'.repeat(64)]) {
      expect(eventText({ kind, detail }, messages.texts)).toMatch(/^[^{}\u202E]{4,}$/)
    }
})
