import type { FakeAdapterOptions } from 'latchkey/testing'
import type { ScreenState } from './screenState.ts'

const wallet = { id: 'polkadot.talisman', name: 'Talisman' }
const relayId = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
const assetHubId = 'polkadot:68d56f15f85d3136970ec16946040bc1'
const own = '15hjAH9GXCLMkcSxeRcbdbtuQZ59pgL6rDU73FBknBprgNR8'
const lena = '15kyC2xTckettUR82sbpzmSx9k1KgYBcVLLP2q1RySgWm2V9'
const dot = 10_000_000_000n

const adapter: FakeAdapterOptions = {
  namespace: 'polkadot',
  connectors: [wallet, { id: 'walletConnect', name: 'WalletConnect', type: 'walletConnect' }],
  connected: [wallet.id],
  accounts: [own, lena],
  networkId: assetHubId,
  balances: [(123n * dot) / 10n],
}

/** The API knows the networks, and serves no account on them. */
const answers = { '/supported-chains': { http: [relayId, assetHubId], ws: [] } }

const on = (view: string, state: string, more: Partial<ScreenState> = {}): ScreenState => ({
  view,
  state: `on Polkadot, ${state}`,
  adapter,
  answers,
  ...more,
})
const activity = '[role=tab]:nth-child(3)'
const onRelay: FakeAdapterOptions = { ...adapter, networkId: relayId, balances: [0n] }

/** The screens of an account on Polkadot, with the texts that only Polkadot has. */
export const polkadot: readonly ScreenState[] = [
  on('Account', 'tokens'),
  on('Account', 'activity', { pressed: [activity] }),
  on('Account', 'coins on another network', { adapter: onRelay }),
  on('WalletReceive', 'address'),
  on('Networks', 'both networks'),
]
