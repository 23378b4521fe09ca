/** The CAIP-2 ids of Polkadot's networks. Pages load them at once, so nothing else stands here. */

/** Polkadot's Asset Hub, where the coin DOT is. */
export const polkadotAssetHubId = 'polkadot:68d56f15f85d3136970ec16946040bc1'
/** Kusama's Asset Hub, where the coin KSM is. */
export const kusamaAssetHubId = 'polkadot:48239ef607d7928874027a43a6768920'
/** Westend's Asset Hub. */
export const westendAssetHubId = 'polkadot:67f9723393ef76214df0118c34bbbd3d'
/** Polkadot's relay chain. */
export const polkadotRelayId = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
/** Kusama's relay chain. */
export const kusamaRelayId = 'polkadot:b0a8d493285c2df73290dfb7e61f870f'
/** Westend, whose relay chain is for tests. */
export const westendRelayId = 'polkadot:e143f23803ac50e8f6f8e62695d1ce9e'
/** The devnet's chain. */
export const polkadotDevnetId = 'polkadot:45454545454545454545454545454545'

const assetHubs: Readonly<Record<string, string>> = {
  [polkadotRelayId]: polkadotAssetHubId,
  [kusamaRelayId]: kusamaAssetHubId,
  [westendRelayId]: westendAssetHubId,
}

/**
 * The network that has the coins of a relay chain's accounts: its Asset Hub, since 2025. Undefined
 * for any other network, because it has the coins itself.
 */
export const assetHubOf = (networkId: string): string | undefined =>
  Object.hasOwn(assetHubs, networkId) ? assetHubs[networkId] : undefined
