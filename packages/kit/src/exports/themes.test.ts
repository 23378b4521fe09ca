import { expect, test } from 'vitest'
import * as themes from './themes.ts'

test('latchkey/themes exports the themes and nothing else', () => {
  expect(Object.keys(themes)).toEqual(['ember', 'forest', 'midnight', 'paper', 'rose'])
})
