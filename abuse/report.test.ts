import { expect, test } from 'vitest'
import { mergeInto } from './report.ts'

const [begin, end] = ['<!-- abuse: written by `npm run abuse` -->', '<!-- /abuse -->']

test('puts results between the markers and leaves the rest', () => {
  const readme = `before\n${begin}\nold\n${end}\nafter\n`
  const once = mergeInto(readme, 'new')
  expect(once).toBe(`before\n${begin}\nnew\n${end}\nafter\n`)
  expect(mergeInto(once, 'new')).toBe(once)
})

test('refuses a README without markers', () => {
  expect(() => mergeInto('nothing', 'new')).toThrow('The README lacks')
})
