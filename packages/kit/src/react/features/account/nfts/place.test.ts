import { expect, test } from 'vitest'
import { readPlace, writePlace } from './place.ts'

test('remembers the last place alone, among notes of others', () => {
  const notes = new Set(['account tab nfts'])
  expect(readPlace(notes)).toEqual({ index: -1, withSpam: false })
  writePlace(notes, { index: 12, withSpam: true })
  writePlace(notes, { index: 3, withSpam: false })
  expect(readPlace(notes)).toEqual({ index: 3, withSpam: false })
  expect(notes.has('account tab nfts')).toBe(true)
  writePlace(notes, { index: 12, withSpam: true })
  expect(readPlace(notes)).toEqual({ index: 12, withSpam: true })
})
