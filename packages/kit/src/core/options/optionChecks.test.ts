import { mainnet } from 'viem/chains'
import { describe, expect, test } from 'vitest'
import * as development from './optionChecks.ts'
import * as production from './optionChecks.production.ts'
import type { KitOptions } from './options.ts'

const good: KitOptions = {
  metadata: { name: 'My site', url: 'https://example.org' },
  networks: [mainnet],
  adapters: [{ namespace: 'eip155', create: () => expect.unreachable() }],
}

describe.each(Object.entries({ development, production }))('in %s', (_, { checkOptions }) => {
  test('valid options are accepted', () => {
    expect(() => checkOptions(good)).not.toThrow()
  })

  test.each([
    undefined,
    null,
    5,
    {},
    { ...good, networks: [] },
    { ...good, networks: [null] },
    { ...good, adapters: 'evm' },
  ])('options of which no kit can be made are an error with a code: %j', (options) => {
    expect(() => checkOptions(options as unknown as KitOptions)).toThrow(
      expect.objectContaining({ name: 'KitError', code: 'optionInvalid' }),
    )
  })
})

test('in production an option that a kit can be made with is not checked here', () => {
  const wrong = { ...good, debug: 'yes' } as unknown as KitOptions
  expect(() => development.checkOptions(wrong)).toThrow('Option "debug" is not valid.')
  expect(() => production.checkOptions(wrong)).not.toThrow()
})
