import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isRecord } from '@latchkey/protocol/isObject'
import { polkadotChain } from '../../chains.ts'
import type { Hex } from '../runtime/chopsticks.ts'
import type { Genesis } from '../runtime/messages.ts'
import { accountStorage } from './accountStorage.ts'
import { MissingToolsError } from './installTools.ts'

/** The file with the first state of Rococo's Asset Hub, and the SHA-256 hash of its text. */
const spec = {
  file: 'node_modules/@substrate/connect-known-chains/dist/esm/specs/rococo_v2_2_asset_hub.js',
  sha256: '75380d2835f80582d634390eb052fe9df4a84bc3754feadbd9baee9783d7f77c',
} as const

/** The hash that the runtime has of its first block. */
const genesisHash: Hex = `0x${'45'.repeat(32)}`

/**
 * Reads the first state of the chain, and adds the accounts of the devnet.
 * @throws MissingToolsError if the file is not the one that this code knows
 */
export async function readGenesis(tools: string): Promise<Genesis> {
  const module: unknown = await import(pathToFileURL(join(tools, spec.file)).href)
  const text = isRecord(module) ? module['chainSpec'] : undefined
  if (typeof text !== 'string' || hashOf(text) !== spec.sha256)
    throw new MissingToolsError('The first state of the Polkadot chain has another content')
  // the hash shows that it has this form
  const { genesis } = JSON.parse(text) as { genesis: { raw: { top: Record<string, Hex> } } }
  const { nativeCurrency, name } = polkadotChain
  return {
    hash: genesisHash,
    name,
    properties: {
      ss58Format: polkadotChain.prefix,
      tokenDecimals: nativeCurrency.decimals,
      tokenSymbol: nativeCurrency.symbol,
    },
    storage: { ...genesis.raw.top, ...accountStorage() },
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
