import { frameMethods } from '@latchkey/protocol/frame/frame'
import { expect, test } from 'vitest'
import { answers } from './index.ts'

test('every request of the protocol has exactly one method', () => {
  expect(answers.map(({ name }) => name).sort()).toEqual(
    frameMethods.map(({ name }) => name).sort(),
  )
})
