import { expect, test } from 'vitest'
import { cleanLine } from './cleanLine.ts'
import { withoutUnseen } from './unseen.ts'

const remove = (text: string) => text.replace(/[\n\u202e]/g, '')

test('a text is one line without what is removed', () => {
  expect(cleanLine('  A \t\u202e  shop\n ', { remove })).toBe('A shop')
  expect(cleanLine(' \u202e ', { remove })).toBe('')
})

test('spaces stay where a name is compared', () => {
  expect(cleanLine(' A  shop ', { remove, keepsSpaces: true })).toBe('A  shop')
})

test('only the first units are read', () => {
  expect(cleanLine('\u202e\u202eshop', { remove, maxRead: 3 })).toBe('s')
})

test('a letter and its mark are composed', () => {
  expect(cleanLine('e\u0301', { remove })).toBe('e\u0301')
  expect(cleanLine('e\u0301', { remove, isComposed: true })).toBe('é')
})

test('a long text is cut between code points, with or without an ellipsis', () => {
  expect(cleanLine('12345', { remove, maxLength: 5 })).toBe('12345')
  expect(cleanLine('😀😀😀', { remove, maxLength: 2 })).toBe('😀😀')
  expect(cleanLine('😀😀😀', { remove, maxLength: 2, hasEllipsis: true })).toBe('😀…')
  expect(cleanLine('ab cd', { remove, maxLength: 3 })).toBe('ab')
})

test('a joiner that a cut leaves at the end is removed, too', () => {
  expect(
    cleanLine('👩\u200d🚀 flies', { remove: withoutUnseen, maxLength: 3, hasEllipsis: true }),
  ).toBe('👩…')
})
