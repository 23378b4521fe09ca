import * as v from 'valibot'
import { expect, test } from 'vitest'
import { OptionError } from './optionError.ts'
import { parseOptions, parsePort } from './parseOptions.ts'

const schema = v.strictObject({ origins: v.optional(v.array(v.string()), ['*']) })

test('options are read by their schema, and the error for an invalid one has its path', () => {
  expect(parseOptions(schema, {})).toEqual({ origins: ['*'] })
  expect(() => parseOptions(schema, { origins: ['a', 1] })).toThrow(OptionError)
  expect(() => parseOptions(schema, { origins: ['a', 1] })).toThrow(/^origins\.1: /)
  expect(() => parseOptions(schema, 'no object')).toThrow(/^options: /)
})

test.each(['', '-1', '65536', '80.5', '0x50', ' 80', '8'.repeat(400)])(
  'parsePort refuses %j',
  (text) => {
    expect(() => parsePort(text)).toThrow(OptionError)
  },
)

test('parsePort accepts numbers from 0 to 65535', () => {
  expect(['0', '80', '65535'].map(parsePort)).toEqual([0, 80, 65_535])
})
