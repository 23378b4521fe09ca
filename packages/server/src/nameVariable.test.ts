import { expect, test } from 'vitest'
import { nameVariable } from './nameVariable.ts'

const variables = { LATCHKEY_ORIGINS: 'origins', LATCHKEY_CONNECTIONS: 'limits.connections' }

test('nameVariable adds the variable of an option, or of a part of it', () => {
  expect(nameVariable('origins: Expected a list', variables)).toBe(
    'LATCHKEY_ORIGINS (origins): Expected a list',
  )
  expect(nameVariable('origins.0: Expected: an origin', variables)).toBe(
    'LATCHKEY_ORIGINS (origins.0): Expected: an origin',
  )
  expect(nameVariable('limits.connections.each: Too much', variables)).toBe(
    'LATCHKEY_CONNECTIONS (limits.connections.each): Too much',
  )
})

test.each([
  'originsOfAll: x',
  'limits: x',
  'limits.requests: x',
  'PORT: expected a number',
  'origins',
])('nameVariable leaves the text %j unchanged', (sentence) => {
  expect(nameVariable(sentence, variables)).toBe(sentence)
})
