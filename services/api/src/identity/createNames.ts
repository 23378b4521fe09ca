import { getEnsText } from 'viem/actions'
import { times } from '@latchkey/protocol/limits'
import { ApiError } from '../apiError.ts'
import type { Hex } from '../chainIndex/chainIndex.ts'
import type { NftReader } from '../nfts/createNftReader.ts'
import { throughGateway, type Gateways } from '../nfts/gateways.ts'
import type { Chain } from '../providers/chain.ts'
import { createSharedCache } from '../sharedCache.ts'
import type { Pace } from '../createPace.ts'
import { createEnsClient, type Offchain } from './ensClient.ts'
import { orNull } from './orNull.ts'
import { plainName } from './plainName.ts'
import { ether, readAddresses, type Addresses } from './readAddresses.ts'
import { readAvatar } from './readAvatar.ts'

/** Names that are remembered, also those that nobody has, and the bytes of their pictures. */
const most = { entries: 10_000, bytes: 16 * 1024 * 1024 }

/** Whom a name means, and when that was read, in milliseconds since 1970. `avatar` is never a stranger's address. */
export type Named = { name: string; addresses: Addresses; avatar: string | null; at: number }

/**
 * Whom names mean, kept for five minutes.
 * @throws ApiError 400 for what can't be a name; NodesError when the chain with the names does not answer; the signal's reason
 */
export type Names = (text: string, signal: AbortSignal) => Promise<Named>

/** Asks the chain that has the names; where none of `chains` has them, names mean nobody. `now` in milliseconds. */
export function createNames(options: { chains: readonly Chain[]; readNfts: NftReader; gateways: Gateways; offchain: Offchain | undefined; pace: Pace; now: () => number }): Names {
  const { chains, now, readNfts, gateways } = options
  const chain = chains.find((one) => one.ensUniversalResolver)
  const cache = createSharedCache<Named>({ lifetime: times.nameCache, most: most.entries, bytes: { most: most.bytes, of: ({ avatar }) => 2 * (avatar?.length ?? 0) }, now })

  async function read(chain: Chain, name: string, signal: AbortSignal): Promise<Named> {
    const client = createEnsClient(chain, { offchain: options.offchain, pace: options.pace, signal })
    const universalResolverAddress = chain.ensUniversalResolver
    const addresses = await readAddresses(client, name, { chains, universalResolverAddress, pace: options.pace, signal })
    const address = addresses[ether]
    if (!address) return { name, addresses, avatar: null, at: now() }
    const record = await orNull(getEnsText(client, { name, key: 'avatar', universalResolverAddress }), signal)
    const avatar = record ? await readAvatar(record, { owner: address.toLowerCase() as Hex, chains, readNfts, gateways, signal }) : null // an address in lower case is one
    // a page that is about to send shows nothing from a server that whoever is to get it has chosen
    const isOwn = record !== null && avatar !== null && (avatar.startsWith('data:') || throughGateway(record, gateways) !== undefined)
    return { name, addresses, avatar: isOwn ? avatar : null, at: now() }
  }

  return async (text, signal) => {
    const name = nameIn(text)
    if (!chain) return { name, addresses: {}, avatar: null, at: now() }
    return cache.get(name, (stop) => read(chain, name, stop), signal)
  }
}

/** What is asked for, in the form in which names are compared. @throws ApiError 400 */
function nameIn(text: string): string {
  const name = plainName(text)
  if (name === undefined) throw new ApiError(400, 'name', 'Invalid name')
  if (!/^[^.]+(\.[^.]+)+$/.test(name)) throw new ApiError(400, 'name', 'A name has at least two parts')
  // what reads as an address, or as a part of one, is one to whoever sends
  if (name.split('.').some((label) => /^0x[0-9a-f]{16,}$/i.test(label))) throw new ApiError(400, 'name', 'A name may not look like an address')
  return name
}
