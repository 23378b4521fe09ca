import type { NetworkId } from '@latchkey/protocol/caip'
import { isSameAddress } from '@latchkey/protocol/address'
import { isEvmAddress } from '@latchkey/protocol/chains/evm'
import { partsOf } from '@latchkey/protocol/isObject'
import { getAddress, zeroAddress } from 'viem'
import type { Address } from 'viem'
import { getEnsAddress, getEnsName, getEnsText } from 'viem/actions'
import { cleanText } from '../../../../core/text/cleanText.ts'
import type { SourcedIdentity, SourcedName } from '../../../../core/contracts/identitySource.ts'
import type { Kit } from '../../../../core/kit/kit.ts'
import { toKitNetwork } from '../../../../core/contracts/network.ts'
import type { KitNetwork } from '../../../../core/contracts/network.ts'
import { optionInvalid } from '../../../../core/options/optionInvalid.ts'
import { ownPicture } from '../../../../core/http/foreignPicture.ts'
import type { EnsOptions } from '../ens.ts'
import { createClientOf } from './createClientOf.ts'
import { orNull } from './orNull.ts'
import { contextOf } from '../../../../core/kit/context.ts'

/** Coin type of Ethereum. SLIP-44 */
const ether = 60
/** This number plus the chain id is the coin type of another EVM network. ENSIP-11 */
const evmCoinTypeBase = 2 ** 31
/** ENS's universal resolver on Ethereum. Source: https://docs.ens.domains/resolvers/universal */
const resolverOfEthereum: Address = '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe'
/**
 * Names of lower-case letters and digits, with single hyphens between them. Most names have this
 * form, and need no normalization. Source: ENSIP-15
 */
const simple = /^[a-z\d]+(?:[-.][a-z\d]+)*$/
/** The maximum length of a name, in characters. Source: RFC 1035 */
const maxLength = 255

/** The functions that look names up in ENS. */
export type Ens = {
  identify(address: string): Promise<SourcedIdentity>
  lookUp(name: string, networkId: NetworkId | undefined): Promise<SourcedName | undefined>
}

/**
 * Creates a lookup of names by the universal resolver of ENS. Wildcard resolvers (ENSIP-10) are
 * supported. Offchain servers are requested only if the site allows it.
 * @throws KitError optionInvalid where the site has no node of the network; the node's errors
 */
export function createEns(kit: Kit, options: EnsOptions, signal: AbortSignal | undefined): Ens {
  const network = networkOf(kit, options)
  const client = createClientOf(kit, network, {
    isOffchain: options.offchain === true,
    rpcUrls: options.rpcUrls,
    signal,
  })
  const universalResolverAddress = resolverOf(network, options)

  /** The address of a name, with its checksum. Undefined if the name has no address. */
  async function addressOf(name: string, coinType: number): Promise<Address | undefined> {
    const address = await orNull(
      getEnsAddress(client, {
        name,
        universalResolverAddress,
        ...(coinType !== ether && { coinType: BigInt(coinType) }),
      }),
    )
    return isEvmAddress(address) && address !== zeroAddress ? getAddress(address) : undefined
  }

  /**
   * The picture of a name. It is in the `avatar` record itself, or on the server of the option
   * `pictures`. ENSIP-12
   */
  async function pictureOf(name: string): Promise<string | undefined> {
    const record = await orNull(
      getEnsText(client, { name, key: 'avatar', universalResolverAddress }),
    )
    if (!record) return undefined
    return /^data:/i.test(record)
      ? ownPicture(record)
      : options.pictures?.replace('{name}', () => encodeURIComponent(name))
  }

  return {
    async identify(address) {
      const name = await orNull(
        getEnsName(client, { address: getAddress(address), universalResolverAddress }),
      )
      if (name === null || !(await isNormalizedName(name))) return {}
      const [owner, avatar] = await Promise.all([addressOf(name, ether), pictureOf(name)])
      // checked here, because the resolver may not check that the name resolves to the account
      if (owner === undefined || !isSameAddress(owner, address)) return {}
      return { name, ...(avatar && { avatar }) }
    },
    async lookUp(typed, networkId) {
      const name = await normalized(typed)
      if (name === undefined) return undefined
      const addressEntries = await Promise.all(
        [ether, ...coinTypesOf(networkId)].map(async (coinType) => ({
          coinType,
          address: await addressOf(name, coinType),
        })),
      )
      const addresses = Object.fromEntries(
        addressEntries.flatMap(({ coinType, address }) =>
          address ? [[coinType, { address }]] : [],
        ),
      )
      return Object.keys(addresses).length > 0 ? { name, addresses } : undefined
    },
  }
}

/**
 * The normalized form of a name; undefined for an invalid name. Unusual names need large tables,
 * which are loaded only for such a name. Source: ENSIP-15
 */
async function normalized(name: string): Promise<string | undefined> {
  if (name.length > maxLength) return undefined
  const lower = name.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return simple.test(lower) ? lower : (await import('./normalName.lazy.ts')).normalName(name)
}

/**
 * Whether a name is normalized and has no invisible characters. Any other name could imitate
 * the name of another account.
 */
const isNormalizedName = async (name: string): Promise<boolean> =>
  cleanText(name, maxLength) === name && (await normalized(name)) === name

/**
 * The coin type of a network other than Ethereum, as a list. Empty for Ethereum, and for chain ids
 * from 2^31 on, which have no coin type. ENSIP-11
 */
function coinTypesOf(networkId: NetworkId | undefined): readonly number[] {
  const id = Number(/^eip155:(\d+)$/.exec(networkId ?? '')?.[1] ?? 1)
  return id > 1 && id < evmCoinTypeBase ? [evmCoinTypeBase + id] : []
}

/**
 * The network whose ENS is used.
 * @throws KitError optionInvalid
 */
function networkOf(kit: Kit, { networkId = 'eip155:1', rpcUrls }: EnsOptions): KitNetwork {
  const { networks } = contextOf(kit)
  const network = networks.find((entry) => entry.networkId === networkId)
  if (network) return network
  if (!rpcUrls)
    throw optionInvalid(
      'identity',
      `has no node of ${networkId}`,
      'Add this network to "networks", or pass ens({ rpcUrls: ["https://…"] }).',
    )
  return toKitNetwork({
    id: Number(networkId.slice('eip155:'.length)),
    name: networkId,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: rpcUrls } },
  })
}

function resolverOf({ network: { contracts } }: KitNetwork, { resolver }: EnsOptions): Address {
  const resolverAddress = partsOf(partsOf(contracts)['ensUniversalResolver'])['address']
  return [resolver, resolverAddress].find(isEvmAddress) ?? resolverOfEthereum
}
