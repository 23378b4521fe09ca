import { createConfig, http } from '@wagmi/core'
import { base, mainnet, optimism } from 'viem/chains'
import { expect, test } from 'vitest'
import { startTestKit } from '../../session/startTestKit.ts'
import { kitConnector } from './kitConnector.ts'
import { wagmi, wagmiConnectors } from './wagmi.ts'
import { contextOf } from '../../core/kit/context.ts'

const config = () => createConfig({ chains: [mainnet], transports: { [mainnet.id]: http() } })
type Loose = (...given: unknown[]) => unknown // functions called with any values

test.each<[string, () => unknown, string]>([
  [
    'wagmi(undefined)',
    () => (wagmi as Loose)(),
    'Option "wagmi.config" is not valid. Pass what createConfig of wagmi made: wagmi(config).',
  ],
  [
    'wagmi({ config })',
    () => (wagmi as Loose)({ config: config() }),
    'Option "wagmi.config" is not valid. ',
  ],
  [
    'wagmi({ chains })',
    () => (wagmi as Loose)({ chains: [mainnet], connectors: [] }),
    'Option "wagmi.config" is not valid. ',
  ],
  [
    'wagmi(a config of wagmi 1)',
    () =>
      (wagmi as Loose)({
        chains: [mainnet],
        connectors: [],
        state: { status: 'connected', data: { account: '0x', chain: { id: 1 } } },
        subscribe() {},
        publicClient: {},
      }),
    'Option "wagmi.config" is of a wagmi that is neither 2 nor 3. Install one of these: npm install wagmi@3',
  ],
  [
    'wagmi(config, { reconnect })',
    () => (wagmi as Loose)(config(), { reconnect: true }),
    'Option "wagmi.reconnect" is unknown. Leave it out.',
  ],
  [
    'wagmi(config, { networks })',
    () => (wagmi as Loose)(config(), { networks: [] }),
    'Option "wagmi.networks" is unknown. Did you mean "networks"?',
  ],
  [
    'wagmiConnectors({ connectors })',
    () => (wagmiConnectors as Loose)({ connectors: [] }),
    'Option "wagmiConnectors.connectors" is not valid. Pass connectors of wagmi, or a function that fetches them: wagmiConnectors([safe()]).',
  ],
  [
    'wagmiConnectors([{}])',
    () => (wagmiConnectors as Loose)([{}]),
    'Option "wagmiConnectors.connectors" is not valid. ',
  ],
  [
    'wagmiConnectors([], { chains })',
    () => (wagmiConnectors as Loose)([], { chains: [] }),
    'Option "wagmiConnectors.chains" is unknown. Did you mean "networks"?',
  ],
  [
    'kitConnector({ kit })',
    () => (kitConnector as Loose)({ kit: startTestKit().kit }),
    'Option "kitConnector.kit" is not valid. Pass what createKit made: kitConnector(kit).',
  ],
  [
    'kitConnector(kit, { metdata })',
    () => (kitConnector as Loose)(startTestKit().kit, { metdata: {} }),
    'Option "kitConnector.metdata" is unknown. Did you mean "metadata"?',
  ],
])('the call %s is rejected with `optionInvalid` and advice', (_, make, message) => {
  expect(make).toThrow(
    expect.objectContaining({ code: 'optionInvalid', message: expect.stringContaining(message) }),
  )
})

test('a config without some networks of the kit is rejected with their ids', () => {
  expect(() =>
    startTestKit({ networks: [mainnet, base, optimism], sources: [wagmi(config())] }),
  ).toThrow(
    expect.objectContaining({
      code: 'optionInvalid',
      message:
        'Option "sources" has a wagmi config without eip155:8453, eip155:10. Add them to the chains of its createConfig, or leave them out of networks.',
    }),
  )
  expect(
    contextOf(startTestKit({ networks: [mainnet], sources: [wagmi(config())] }).kit).sources.all(),
  ).toHaveLength(2)
})

test('valid arguments of the wagmi functions are accepted', () => {
  expect([
    wagmi(config()),
    wagmiConnectors([]),
    wagmiConnectors(async () => []),
    kitConnector(startTestKit().kit),
  ]).toHaveLength(4)
})
