import { expect, test } from 'vitest'
import {
  assetHubOf,
  kusamaAssetHubId,
  kusamaRelayId,
  polkadotAssetHubId,
  polkadotDevnetId,
  polkadotRelayId,
} from './polkadotIds.ts'
import { polkadotNetworkOf } from './polkadotNetworks.ts'

test('the coins of relay chains are on their Asset Hubs, and those of other networks on themselves', () => {
  expect(assetHubOf(polkadotRelayId)).toBe(polkadotAssetHubId)
  expect(assetHubOf(kusamaRelayId)).toBe(kusamaAssetHubId)
  for (const id of [polkadotAssetHubId, kusamaAssetHubId, polkadotDevnetId, 'toString'])
    expect(assetHubOf(id), id).toBeUndefined()
  expect(polkadotNetworkOf(polkadotRelayId)).toEqual({ prefix: 0, hasBalances: false })
  expect(polkadotNetworkOf(kusamaAssetHubId)).toEqual({ prefix: 2, hasBalances: true })
  expect(polkadotNetworkOf('polkadot:1')).toBeUndefined()
})
