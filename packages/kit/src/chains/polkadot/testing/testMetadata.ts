import type { Hex } from '../wire/bytes.ts'
import { readRuntime } from '../wire/runtime.ts'
import type { Runtime } from '../wire/runtime.ts'

/** Chains of which `@polkadot/types-support` has the metadata, with the hashes of their genesis. */
export const testChains = {
  'asset-hub-polkadot': '68d56f15f85d3136970ec16946040bc1752654e906147f7e43e9d539d7c3de2f',
  polkadot: '91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3',
  'asset-hub-kusama': '48239ef607d7928874027a43a67689209727dfb3d3dc5e5b03a39bdc2eda771a',
  kusama: 'b0a8d493285c2df73290dfb7e61f870f17b41801197a149ca93654499ea3dafe',
} as const

/** The name of one of these chains. */
export type TestChainName = keyof typeof testChains

const sources = {
  'asset-hub-polkadot': async () => ({
    hex: await import('@polkadot/types-support/metadata/v15/asset-hub-polkadot-hex'),
    version: await import('@polkadot/types-support/metadata/v15/asset-hub-polkadot-ver'),
  }),
  polkadot: async () => ({
    hex: await import('@polkadot/types-support/metadata/v15/polkadot-hex'),
    version: await import('@polkadot/types-support/metadata/v15/polkadot-ver'),
  }),
  'asset-hub-kusama': async () => ({
    hex: await import('@polkadot/types-support/metadata/v15/asset-hub-kusama-hex'),
    version: await import('@polkadot/types-support/metadata/v15/asset-hub-kusama-ver'),
  }),
  kusama: async () => ({
    hex: await import('@polkadot/types-support/metadata/v15/kusama-hex'),
    version: await import('@polkadot/types-support/metadata/v15/kusama-ver'),
  }),
} as const satisfies Record<TestChainName, () => Promise<object>>

/** The metadata of a chain, version 15, and the version of its runtime. */
export async function readTestMetadata(chain: TestChainName) {
  const source = await sources[chain]()
  const option = String(source.hex.default)
  // the cast: the package has what nodes answer
  const version = source.version.default as {
    specName: string
    specVersion: number
    transactionVersion: number
  }
  // it is an option of bytes: the metadata begins with `meta`
  const metadata: Hex = `0x${option.slice(option.indexOf('6d657461'))}`
  return { option, metadata, version }
}

const runtimes = new Map<TestChainName, Promise<Runtime>>()

/** The runtime of a chain. It is read once for all tests of a file. */
export function testRuntime(chain: TestChainName = 'asset-hub-polkadot'): Promise<Runtime> {
  const known = runtimes.get(chain)
  if (known) return known
  const read = readTestMetadata(chain).then(({ metadata, version }) =>
    readRuntime(metadata, version),
  )
  runtimes.set(chain, read)
  return read
}
