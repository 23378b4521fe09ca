import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readToFrame, readToPage } from './messages.ts'

test('the page and its frame accept each other’s messages and refuse any other message', () => {
  expect(readToFrame({ type: 'show', hash: 'mode=light', more: 1 })).toEqual({
    type: 'show',
    hash: 'mode=light',
  })
  expect(readToFrame({ type: 'open' })).toEqual({ type: 'open' })
  expect(readToPage({ type: 'ready', hasServices: true })).toEqual({
    type: 'ready',
    hasServices: true,
  })
  expect(readToPage({ type: 'refused', text: 'x' })).toEqual({ type: 'refused', text: 'x' })
  for (const wrong of [
    { type: 'show' },
    { type: 'show', hash: 'x'.repeat(9_000) },
    { type: 'ready' },
    { type: 'refused', text: {} },
  ])
    expect([readToFrame(wrong), readToPage(wrong)]).toEqual([undefined, undefined])
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect([readToFrame(value), readToPage(value)]).toEqual([undefined, undefined])
    }),
  )
})
