import { expect, test } from 'vitest'
import { cleanLine } from './cleanLine.ts'
import { withoutUnseen } from './unseen.ts'

const remove = (text: string) => text.replace(/[\n\u202e]/g, '')

test('`cleanLine` applies `remove`, joins lines and reduces white space to one space', () => {
  expect(cleanLine('  A \t\u202e  shop\n ', { remove })).toBe('A shop')
  expect(cleanLine(' \u202e ', { remove })).toBe('')
})

test('with `keepsSpaces` repeated spaces stay', () => {
  expect(cleanLine(' A  shop ', { remove, keepsSpaces: true })).toBe('A  shop')
})

test('`cleanLine` reads only the first `maxRead` UTF-16 units', () => {
  expect(cleanLine('\u202e\u202eshop', { remove, maxRead: 3 })).toBe('s')
})

test('a text longer than `maxLength` is cut between code points, with an ellipsis if `hasEllipsis` is set', () => {
  expect(cleanLine('12345', { remove, maxLength: 5 })).toBe('12345')
  expect(cleanLine('😀😀😀', { remove, maxLength: 2 })).toBe('😀😀')
  expect(cleanLine('😀😀😀', { remove, maxLength: 2, hasEllipsis: true })).toBe('😀…')
  expect(cleanLine('ab cd', { remove, maxLength: 3 })).toBe('ab')
})

test('a joiner at the end of a cut text is removed', () => {
  expect(
    cleanLine('👩\u200d🚀 flies', { remove: withoutUnseen, maxLength: 3, hasEllipsis: true }),
  ).toBe('👩…')
})
