/** The ids of assets on any network that has a CAIP-2 id. Source: CAIP-19 */
import { InvalidCaipError, parseNetworkId } from './caip.ts'
import { isNamespace } from './namespace.ts'

declare const brand: unique symbol
/** A CAIP-19 asset type or asset id, such as `eip155:1/slip44:60` or `eip155:1/erc721:0x…/7`. */
export type AssetId = string & { readonly [brand]: 'AssetId' }

/**
 * The parts of an asset's id. Upper and lower case are different. Percent-encoded characters stay
 * encoded.
 */
export type AssetParts = {
  /** A CAIP-2 id. Latchkey may not know the network. */
  chainId: string
  /** For example `slip44`, `erc20`, `erc721`. */
  assetNamespace: string
  assetReference: string
  /** Set only if the id names one asset of a collection. */
  tokenId?: string
}

/**
 * The maximum length: 41 characters of the network, 8, 128 and 78 of the parts, and the separators.
 */
const maxLength = 41 + 1 + 8 + 1 + 128 + 1 + 78
const network = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/
const asset = /^([-a-z0-9]{3,8}):([-.%a-zA-Z0-9]{1,128})$/
const token = /^[-.%a-zA-Z0-9]{1,78}$/

/**
 * Splits an asset's id into its parts. The network must be valid by CAIP-2 and, if Latchkey knows
 * its namespace, by Latchkey's own rules for it.
 * @throws InvalidCaipError
 */
export function parseAssetId(value: unknown): AssetParts & { assetId: AssetId } {
  const parts = typeof value === 'string' && value.length <= maxLength ? value.split('/') : []
  const [chainId = '', type = '', tokenId] = parts
  const [, assetNamespace, assetReference] = asset.exec(type) ?? []
  if (
    parts.length > 3 ||
    !isChainId(chainId) ||
    assetNamespace === undefined ||
    assetReference === undefined
  )
    throw new InvalidCaipError()
  if (tokenId !== undefined && !token.test(tokenId)) throw new InvalidCaipError()
  return {
    chainId,
    assetNamespace,
    assetReference,
    ...(tokenId !== undefined && { tokenId }),
    assetId: value as AssetId,
  } // checked above
}

function isChainId(chainId: string): boolean {
  if (!network.test(chainId)) return false
  const [namespace = ''] = chainId.split(':', 1)
  if (isNamespace(namespace)) parseNetworkId(chainId)
  return true
}

/** Joins the parts to an asset's id. @throws InvalidCaipError */
export function formatAssetId({
  chainId,
  assetNamespace,
  assetReference,
  tokenId,
}: AssetParts): AssetId {
  return parseAssetId(
    `${chainId}/${assetNamespace}:${assetReference}${tokenId === undefined ? '' : `/${tokenId}`}`,
  ).assetId
}

/** Whether the value is a CAIP-19 asset type or asset id. */
export function isAssetId(value: unknown): value is AssetId {
  try {
    parseAssetId(value)
    return true
  } catch (error) {
    if (error instanceof InvalidCaipError) return false
    throw error
  }
}
