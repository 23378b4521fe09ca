import { isObject } from '@latchkey/protocol/isObject'
import { parseAccountId } from '@latchkey/protocol/caip'
import { isEvmAddress } from '@latchkey/protocol/chains/evm'
import { showAlert } from '../../../core/kit/alert.ts'
import type { Balance } from '../../../core/contracts/balance.ts'
import { cleanText } from '../../../core/text/cleanText.ts'
import type { WalletAssets } from '../../../core/contracts/facets/assets.ts'
import { formatUnits } from '@latchkey/protocol/formatUnits'
import type { Kit } from '../../../core/kit/kit.ts'
import { foreignPicture } from '../../../core/http/foreignPicture.ts'
import { isQuantity } from '../provider/quantity.ts'
import { readChainKey } from './capabilities.ts'
import { readAssetDiscovery, hexOf, knownAssetDiscovery, walletOf } from './readAssetDiscovery.ts'
import type { ParsedAccount } from './readAssetDiscovery.ts'
import { contextOf } from '../../../core/kit/context.ts'

/** The maximum number of assets in an answer. A longer answer is rejected. */
const maxAssets = 1_000

/** An asset in a wallet's list. Source: EIP-7811 */
type Asset = {
  address: string
  balance: string
  type: 'ERC20' | 'NATIVE'
  metadata: { name: string; symbol: string; decimals: number; price: number; iconUrl: string }
}

/** Creates the reader of the assets that an EVM wallet lists. Source: EIP-7811, EIP-5792 */
export function createWalletAssets(kit: Kit): WalletAssets {
  return {
    knownSupport: (accountId) => knownAssetDiscovery(kit, parseAccountId(accountId)),
    readSupport: (accountId) => readAssetDiscovery(kit, parseAccountId(accountId)),
    read: (accountId, signal) => walletAssets(kit, parseAccountId(accountId), signal),
  }
}

/**
 * The assets of an account as its wallet reports them, highest value first. Undefined if the wallet
 * fails or its answer is invalid: the kit then uses another source.
 */
async function walletAssets(
  kit: Kit,
  account: ParsedAccount,
  signal?: AbortSignal,
): Promise<readonly Balance[] | undefined> {
  const chain = hexOf(account)
  const answer = await walletOf(kit, account)
    ?.request('wallet_getAssets', [{ account: account.address, chainFilter: [chain] }], signal)
    .catch(() => undefined)
  signal?.throwIfAborted()
  const assets = isObject(answer)
    ? Object.entries(answer).find(([key]) => readChainKey(key) === readChainKey(chain))?.[1]
    : undefined
  const fault = faultIn(assets)
  if (fault !== undefined) report(kit, answer, fault)
  if (!isList(assets)) return undefined
  return assets
    .map((asset) => toBalance(kit, asset, account.networkId))
    .sort(
      (asset, otherAsset) =>
        (otherAsset.value ?? 0) - (asset.value ?? 0) ||
        Number(asset.address !== undefined) - Number(otherAsset.address !== undefined),
    )
}

const isList = (assets: unknown): assets is readonly Asset[] => faultIn(assets) === undefined

/**
 * Says why a list of assets is invalid: it violates EIP-7811, or has an invalid amount or address.
 * Undefined for a valid list.
 */
function faultIn(assets: unknown): string | undefined {
  if (!Array.isArray(assets)) return 'it has no list for this chain'
  if (assets.length > maxAssets) return `it has more than ${maxAssets} assets`
  for (const [index, asset] of assets.entries()) {
    const part = faultyPart(asset)
    if (part) return `${part} of asset ${index + 1} is not valid`
  }
  return undefined
}

/** The name of the first invalid part of an asset. */
function faultyPart(value: unknown): string | undefined {
  if (!isObject(value)) return 'the form'
  const { address, balance, type, metadata } = value
  if (type !== 'NATIVE' && type !== 'ERC20') return 'type'
  if (type === 'ERC20' ? !isEvmAddress(address) : typeof address !== 'string') return 'address'
  if (!isQuantity(balance)) return 'balance'
  if (!isObject(metadata)) return 'metadata'
  const { name, symbol, decimals, price, iconUrl } = metadata
  const text = Object.entries({ name, symbol, iconUrl }).find(
    ([, asset]) => typeof asset !== 'string',
  )
  if (text) return `metadata.${text[0]}`
  if (!Number.isInteger(decimals) || Number(decimals) < 0 || Number(decimals) > 255)
    return 'metadata.decimals'
  return Number.isFinite(price) && Number(price) >= 0 ? undefined : 'metadata.price'
}

/**
 * Reports to the site's developer that the kit ignores a wallet's invalid list. Without this alert,
 * the developer would only see other balances. Does nothing if the wallet did not answer.
 */
function report(kit: Kit, answer: unknown, fault: string): void {
  if (answer !== undefined && !kit.getState().alert)
    showAlert(kit, {
      code: 'alertInvalidConfiguration',
      text: `The wallet's answer to wallet_getAssets is ignored: ${fault}.`,
    })
}

function toBalance(
  kit: Kit,
  { address, balance, type, metadata: { name, symbol, decimals, price, iconUrl } }: Asset,
  networkId: string,
): Balance {
  const quantity = formatUnits(BigInt(balance), decimals)
  const isNative = type === 'NATIVE'
  // only data URIs: any other URL would load from a host that the site did not allow
  const icon = /^data:/i.test(iconUrl) ? foreignPicture(iconUrl) : undefined
  const isListed =
    isNative ||
    price > 0 ||
    contextOf(kit).options.tokens?.[networkId]?.some(
      (token) => token.address.toLowerCase() === address.toLowerCase(),
    )
  return {
    id: isNative ? networkId : `${networkId}:${address}`,
    name: cleanText(name),
    symbol: cleanText(symbol),
    address: isNative ? undefined : address,
    decimals,
    quantity,
    ...(price > 0 && { price, value: price * Number(quantity) }),
    ...(icon && { iconUrl: icon }),
    ...(!isListed && { isUnverified: true }),
  }
}
