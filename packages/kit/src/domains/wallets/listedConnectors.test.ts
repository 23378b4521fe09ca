import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Connector } from '../../core/contracts/connectorSource.ts'
import { startTestKit } from '../../session/startTestKit.ts'
import { connectRows } from './connectRows.ts'
import { listedConnectors } from './listedConnectors.ts'
import { contextOf } from '../../core/kit/context.ts'

const device = { isPhone: false, hasProvider: true } as const
const connectorOf = (name: string, namespace: Connector['namespace'] = 'eip155'): Connector => ({
  id: `org.${name}`,
  name,
  type: 'injected',
  namespace,
  icon: undefined,
})
const all = ['fox', 'owl', 'hen'].map((name) => connectorOf(name))
const optionsOf = (more: object) => contextOf(startTestKit(more).kit).options

test.each([
  [{ excludeWalletIds: ['org.fox'] }, ['owl', 'hen']],
  [{ includeWalletIds: ['org.owl'] }, ['owl']],
  [{ includeWalletIds: ['org.owl'], featuredWalletIds: ['org.hen'] }, ['owl', 'hen']],
  [{ enableWallets: false }, []],
  [{}, ['fox', 'owl', 'hen']],
])('with the options %j the lists show %j', (options, names) => {
  expect(listedConnectors(all, optionsOf(options), device).map(({ name }) => name)).toEqual(names)
})

test('with any options, the lists show the same wallets as the connect screen', () => {
  const ids = fc.subarray(['org.fox', 'org.owl', 'org.hen', 'org.none'])
  fc.assert(
    fc.property(
      fc.record({
        excludeWalletIds: ids,
        includeWalletIds: ids,
        featuredWalletIds: ids,
        enableWallets: fc.boolean(),
      }),
      (more) => {
        const options = optionsOf(more)
        const rows = connectRows({
          connectors: all,
          recents: [],
          featured: [],
          recommended: [],
          options,
          device: { ...device, isRestricted: false } as never,
          all: undefined,
        }) // the cast: the code reads only these parts of a device
        const onConnect = rows
          .map(({ key }) => key)
          .filter((key) => all.some(({ id }) => id === key))
          .sort()
        expect(
          listedConnectors(all, options, device)
            .map(({ id }) => id)
            .sort(),
        ).toEqual(onConnect)
      },
    ),
    { numRuns: 40 },
  )
})
