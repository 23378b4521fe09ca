import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLabel } from './readLabel.ts'

const zone = 'reown.id'

test.each([
  ['alice', 'alice'],
  [' Alice ', 'alice'],
  ['ALICE.REOWN.ID', 'alice'],
  ['\u200ealice\u200f', 'alice'],
  ['\ufeff\u2068alice.reown.id\u2069\u00a0', 'alice'],
  ['alice.wcn.id', 'alice'],
  ['4-4-4', '4-4-4'],
])('the text %j is read as the label %j', (text, label) =>
  expect(readLabel(text, zone)).toEqual({ status: 'label', label, name: `${label}.reown.id` }),
)

test.each([
  ['reown.id', 'characters'],
  ['al\u200eice', 'characters'],
  ['\u202ealice', 'characters'],
  ['.reown.id', 'tooShort'],
  ['a.alice.reown.id', 'characters'],
  ['alice.eth', 'characters'],
  ['-alice', 'hyphens'],
  ['alice-', 'hyphens'],
  ['al--ice', 'hyphens'],
  ['----', 'hyphens'],
] as const)('the text %j is refused as a label: %s', (text, fault) =>
  expect(readLabel(text, zone)).toMatchObject({ status: 'refused', fault }),
)

test('in another zone only the suffix of that zone is removed', () => {
  expect(readLabel('alice.example.id', 'example.id')).toMatchObject({ name: 'alice.example.id' })
  expect(readLabel('alice.reown.id', 'example.id')).toMatchObject({ fault: 'characters' })
})

test('any typed text is read as a valid name or refused', () => {
  const typed = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom('a', 'Z', '4', '-', '.', ' ', 'İ', 'ſ', '\u212a', '.reown.id'),
    }),
  )
  const isRight = (text: string) => {
    const read = readLabel(text, zone)
    return (
      read.status === 'refused' || /^(?!-)(?!..--)[a-z0-9-]{4,64}(?<!-)\.reown\.id$/.test(read.name)
    )
  }
  expect(fc.check(fc.property(typed, isRight), { numRuns: 2_000 })).toMatchObject({ failed: false })
})
