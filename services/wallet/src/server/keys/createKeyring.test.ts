import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createKeyring, KeyError } from './createKeyring.ts'

const key = () => new Uint8Array(randomBytes(32))

test('the first key seals, every key opens, and a secret opens only in its own row', () => {
  const [old, fresh] = [key(), key()]
  const [before, after] = [createKeyring([old]), createKeyring([fresh, old])]
  const sealed = before.seal('secret', 'users 1 email')
  expect(before.open(sealed, 'users 1 email').toString()).toBe('secret')
  expect(after.open(sealed, 'users 1 email').toString()).toBe('secret')
  expect([
    before.isCurrent(sealed),
    after.isCurrent(sealed),
    after.isCurrent(after.seal('secret', 'x')),
  ]).toEqual([true, false, true])
  expect(() => before.open(sealed, 'users 2 email')).toThrow(KeyError)
  expect(() => createKeyring([fresh]).open(sealed, 'users 1 email')).toThrow(KeyError)
  expect(before.seal('secret', 'users 1 email')).not.toEqual(sealed)
})

test('a secret with any byte changed or cut does not open', () => {
  const keyring = createKeyring([key()])
  const sealed = keyring.seal('secret', 'row')
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => keyring.open(changed, 'row')).toThrow(KeyError)
    expect(() => keyring.open(sealed.subarray(0, at), 'row')).toThrow(KeyError)
  }
})

test('an address can be found under every key, and a code is valid only under the key that hashed the code', () => {
  const [old, fresh] = [key(), key()]
  const [before, after] = [createKeyring([old]), createKeyring([fresh, old])]
  expect(after.indexesOf('ann@example.com')).toContainEqual(before.indexesOf('ann@example.com')[0])
  expect(after.indexesOf('ann@example.com')[0]).not.toEqual(before.indexesOf('ann@example.com')[0])
  const hash = before.hashCode('attempt', '123456')
  expect([
    after.isCode(hash, 'attempt', '123456'),
    after.isCode(hash, 'attempt', '123457'),
    after.isCode(hash, 'other', '123456'),
    createKeyring([fresh]).isCode(hash, 'attempt', '123456'),
  ]).toEqual([true, false, false, false])
})

test('processes whose keys are in another order have the same lock for an address', () => {
  const [one, other] = [key(), key()]
  for (let index = 0; index < 8; index++) {
    const email = `ann${index}@example.com`
    expect(createKeyring([one, other]).lockOf(email)).toBe(
      createKeyring([other, one]).lockOf(email),
    )
    expect(createKeyring([one, other]).lockOf(email)).not.toBe(
      createKeyring([one, other]).lockOf(`more ${email}`),
    )
  }
})

test('a keyring without a key is refused', () => {
  expect(() => createKeyring([])).toThrow(KeyError)
})
