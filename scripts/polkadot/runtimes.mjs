// Today's runtimes, as @polkadot/types-support has their metadata, read by us and by
// @polkadot/types.
import { readRuntime } from '../../packages/kit/src/chains/polkadot/wire/runtime.ts'

/** The chains: the name in the package, the genesis, and what RFC 78 hashes beside the metadata. */
const chains = [
  {
    name: 'asset-hub-polkadot',
    genesisHash: '0x68d56f15f85d3136970ec16946040bc1752654e906147f7e43e9d539d7c3de2f',
    base58Prefix: 0,
    decimals: 10,
    tokenSymbol: 'DOT',
  },
  {
    name: 'polkadot',
    genesisHash: '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3',
    base58Prefix: 0,
    decimals: 10,
    tokenSymbol: 'DOT',
  },
  {
    name: 'asset-hub-kusama',
    genesisHash: '0x48239ef607d7928874027a43a67689209727dfb3d3dc5e5b03a39bdc2eda771a',
    base58Prefix: 2,
    decimals: 12,
    tokenSymbol: 'KSM',
  },
  {
    name: 'kusama',
    genesisHash: '0xb0a8d493285c2df73290dfb7e61f870f17b41801197a149ca93654499ea3dafe',
    base58Prefix: 2,
    decimals: 12,
    tokenSymbol: 'KSM',
  },
]

/**
 * Reads the runtimes.
 * @returns for each chain its parameters, the metadata in hex, our `runtime`, and the `registry`
 *   and `metadata` of @polkadot/types
 */
export async function loadRuntimes(load) {
  const { Metadata, TypeRegistry } = await load('@polkadot/types')
  return Promise.all(
    chains.map(async (chain) => {
      const from = `@polkadot/types-support/metadata/v15/${chain.name}`
      const [{ default: given }, { default: version }] = [
        await load(`${from}-hex`),
        await load(`${from}-ver`),
      ]
      // it stands there as an option of bytes
      const hex = `0x${given.slice(given.indexOf('6d657461'))}`
      const registry = new TypeRegistry()
      const metadata = new Metadata(registry, hex)
      registry.setMetadata(metadata, undefined, undefined, true)
      registry.setChainProperties(
        registry.createType('ChainProperties', { ss58Format: chain.base58Prefix }),
      )
      return { ...chain, hex, version, registry, metadata, runtime: readRuntime(hex, version) }
    }),
  )
}
