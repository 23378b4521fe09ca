import { getEnsText } from 'viem/actions'
import { times } from '@latchkey/protocol/limits'
import { ApiError } from '../apiError.ts'
import type { NftReader } from '../nfts/createNftReader.ts'
import { throughGateway, type Gateways } from '../nfts/gateways.ts'
import { createSharedCache } from '@latchkey/server/sharedCache'
import type { Pace } from '../createPace.ts'
import { createEnsClient, type Offchain } from './ensClient.ts'
import { looksLikeAddress } from './looksLikeAddress.ts'
import { orNull } from './orNull.ts'
import { plainName } from './plainName.ts'
import { ether, readAddresses, type Addresses } from './readAddresses.ts'
import { readAvatar } from './readAvatar.ts'
import { evmKey } from '../chains/evm/evmKeys.ts'
import type { ServedEvmChain } from '../chains/evm/EvmReader.ts'

/** Maximum of cached names, including names without an owner, and of bytes of their pictures. */
const max = { entries: 10_000, bytes: 16 * 1024 * 1024 }

/**
 * The addresses and the avatar of a name, and when they were read, in milliseconds since 1970.
 * `avatar` is never a URL that a third party has chosen.
 */
export type Named = { name: string; addresses: Addresses; avatar: string | null; at: number }

/**
 * Resolves a name. The result is cached for five minutes.
 * @throws ApiError 400 for an invalid name; NodesError when the chain that has the names does not
 *   answer; the signal's reason
 */
export type Names = (text: string, signal: AbortSignal) => Promise<Named>

/**
 * Makes the resolver of names. It reads the first chain that has ENS. If no chain has it, names
 * have no addresses. @param options.now milliseconds
 */
export function createNames(options: {
  chains: readonly ServedEvmChain[]
  readNfts: NftReader
  gateways: Gateways
  offchain: Offchain | undefined
  pace: Pace
  now: () => number
}): Names {
  const { chains, now, readNfts, gateways } = options
  const chain = chains.find((chain) => chain.ensUniversalResolver)
  const cache = createSharedCache<Named>({
    lifetime: times.nameCache,
    max: max.entries,
    bytes: { max: max.bytes, of: ({ avatar }) => 2 * (avatar?.length ?? 0) },
    now,
  })

  async function read(chain: ServedEvmChain, name: string, signal: AbortSignal): Promise<Named> {
    const client = createEnsClient(chain, {
      offchain: options.offchain,
      pace: options.pace,
      signal,
    })
    const universalResolverAddress = chain.ensUniversalResolver
    const addresses = await readAddresses(client, name, {
      chains,
      universalResolverAddress,
      pace: options.pace,
      signal,
    })
    const address = addresses[ether]
    if (!address) return { name, addresses, avatar: null, at: now() }
    const record = await orNull(
      getEnsText(client, { name, key: 'avatar', universalResolverAddress }),
      signal,
    )
    const avatar = record
      ? await readAvatar(record, {
          owner: evmKey(address),
          chains,
          readNfts,
          gateways,
          signal,
        })
      : null
    // before a transfer, the page must not load a picture from a server that the recipient has
    // chosen
    const isOwn =
      record !== null &&
      avatar !== null &&
      (avatar.startsWith('data:') || throughGateway(record, gateways) !== undefined)
    return { name, addresses, avatar: isOwn ? avatar : null, at: now() }
  }

  return async (text, signal) => {
    const name = nameIn(text)
    if (!chain) return { name, addresses: {}, avatar: null, at: now() }
    return cache.get(name, (stop) => read(chain, name, stop), signal)
  }
}

/** The requested name in its normalized form. @throws ApiError 400 */
function nameIn(text: string): string {
  const name = plainName(text)
  if (name === undefined) throw new ApiError(400, 'name', 'Invalid name')
  if (!/^[^.]+(\.[^.]+)+$/.test(name))
    throw new ApiError(400, 'name', 'A name has at least two parts')
  if (looksLikeAddress(name)) throw new ApiError(400, 'name', 'A name may not look like an address')
  return name
}
