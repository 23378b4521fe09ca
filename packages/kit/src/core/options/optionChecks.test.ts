import { mainnet } from 'viem/chains'
import { describe, expect, test } from 'vitest'
import { KitError } from '../errors/KitError.ts'
import * as development from './optionChecks.ts'
import * as production from './optionChecks.production.ts'
import type { KitOptions } from './options.ts'

const good: KitOptions = {
  metadata: { name: 'My site', url: 'https://example.org' },
  networks: [mainnet],
  adapters: [{ namespace: 'eip155', create: () => expect.unreachable() }],
}
const lengthOf = ({ networks }: KitOptions) => networks.length

describe.each(Object.entries({ development, production }))('in %s', (_, checks) => {
  test('the result is what is made of valid options', () => {
    expect(checks.withChecked(good, lengthOf)).toBe(1)
  })

  test.each([undefined, null, 5, {}])('options of %j are an error with a code', (options) => {
    expect(() => checks.withChecked(options as unknown as KitOptions, lengthOf)).toThrow(
      expect.objectContaining({ name: 'KitError', code: 'optionInvalid' }),
    )
  })

  test('an error of the kit passes as it is', () => {
    const error = new KitError('networkNotFound', 'There is none.')
    const fail = () => {
      throw error
    }
    expect(() => checks.withChecked(good, fail)).toThrow(error)
  })
})

test('in production an option of the wrong type is not checked here', () => {
  const wrong = { ...good, debug: 'yes' } as unknown as KitOptions
  expect(() => development.withChecked(wrong, lengthOf)).toThrow('Option "debug" is not valid.')
  expect(production.withChecked(wrong, lengthOf)).toBe(1)
})
