import { expect, test } from 'vitest'
import { countText } from './countText.ts'

test.for([
  [0, '0'],
  [9, '9'],
  [10, '10'],
  [11, '10+'],
  [40, '40'],
  [542, '540+'],
  [5_001, '5,000+'],
] as const)('the count %i is shown as %s', ([count, text]) => {
  expect(countText(count, 'en')).toBe(text)
})
