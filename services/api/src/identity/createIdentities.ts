import { getEnsName, getEnsText } from 'viem/actions'
import { times } from '@latchkey/protocol/limits'
import type { Identity } from '@latchkey/protocol/identity'
import type { Hex } from '../chainIndex/chainIndex.ts'
import { cleanText } from '../cleanText.ts'
import type { NftReader } from '../nfts/createNftReader.ts'
import type { Gateways } from '../nfts/gateways.ts'
import { createSharedCache } from '@latchkey/server/sharedCache'
import type { Pace } from '../createPace.ts'
import { createEnsClient, type Offchain } from './ensClient.ts'
import { orNull } from './orNull.ts'
import { plainName } from './plainName.ts'
import { readAvatar } from './readAvatar.ts'
import type { ServedEvmChain } from '../chains/evm/EvmReader.ts'

/** Maximum of accounts whose names are cached, and of bytes of their pictures. */
const max = { entries: 10_000, bytes: 16 * 1024 * 1024 }

/** The name and the avatar of an account, and when they were read, in milliseconds since 1970. */
export type Resolved = { name: string | null; avatar: string | null; at: number }

/**
 * Reads the name and the avatar of an account. The result is cached for five minutes.
 * @throws NodesError when the chain that has the names does not answer; the signal's reason
 */
export type Identities = (account: Hex, signal: AbortSignal) => Promise<Resolved>

/**
 * Makes the reader of names. It reads the first chain that has ENS. If no chain has it, accounts
 * have no names. @param options.now milliseconds
 */
export function createIdentities(options: {
  chains: readonly ServedEvmChain[]
  readNfts: NftReader
  gateways: Gateways
  offchain: Offchain | undefined
  pace: Pace
  now: () => number
}): Identities {
  const { chains, now } = options
  const chain = chains.find((chain) => chain.ensUniversalResolver)
  const cache = createSharedCache<Resolved>({
    lifetime: times.identityCache,
    max: max.entries,
    bytes: { max: max.bytes, of: ({ avatar }) => 2 * (avatar?.length ?? 0) },
    now,
  })
  if (!chain) return async () => ({ name: null, avatar: null, at: now() })

  const read = async (account: Hex, signal: AbortSignal): Promise<Resolved> => ({
    ...(await resolve(chain, account, signal)),
    at: now(),
  })

  async function resolve(
    chain: ServedEvmChain,
    account: Hex,
    signal: AbortSignal,
  ): Promise<Omit<Identity, 'resolvedAt'>> {
    const client = createEnsClient(chain, {
      offchain: options.offchain,
      pace: options.pace,
      signal,
    })
    const universalResolverAddress = chain.ensUniversalResolver
    const name = await orNull(
      getEnsName(client, { address: account, universalResolverAddress }),
      signal,
    )
    // a name in another form than its normalized one could imitate another name
    if (name === null || plainName(name) !== name || cleanText(name) !== name)
      return { name: null, avatar: null }
    const record = await orNull(
      getEnsText(client, { name, key: 'avatar', universalResolverAddress }),
      signal,
    )
    const avatar = record
      ? await readAvatar(record, {
          owner: account,
          chains,
          readNfts: options.readNfts,
          gateways: options.gateways,
          signal,
        })
      : null
    return { name, avatar }
  }

  return (account, signal) => cache.get(account, (stop) => read(account, stop), signal)
}
