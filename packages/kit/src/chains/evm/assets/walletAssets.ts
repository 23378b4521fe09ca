import { isObject } from '@latchkey/protocol/isObject'
import { parseAccountId } from '@latchkey/protocol/caip'
import { isEvmAddress } from '@latchkey/protocol/evmAddress'
import type { Balance } from '../../../core/balance.ts'
import { cleanText } from '../../../core/cleanText.ts'
import type { WalletAssets } from '../../../core/facets/assets.ts'
import { formatUnits } from '../../../core/formatUnits.ts'
import type { Kit } from '../../../core/kit.ts'
import { strangePicture } from '../../../core/strangePicture.ts'
import { isQuantity } from '../provider/quantity.ts'
import { discoversAssets, hexOf, knownToDiscover, walletOf } from './discoversAssets.ts'
import type { ParsedAccount } from './discoversAssets.ts'

/** The most assets of one answer; an answer with more is rejected. */
const most = 1_000

/** An asset as a wallet lists it. Source: EIP-7811, spec sections 3 and 5. */
type Asset = { address: string; balance: string; type: 'ERC20' | 'NATIVE'; metadata: { name: string; symbol: string; decimals: number; price: number; iconUrl: string } }

/** The asset lists of EVM wallets. Source: EIP-7811, EIP-5792 */
export function createWalletAssets(kit: Kit): WalletAssets {
  return {
    isKnownToTell: (accountId) => knownToDiscover(kit, parseAccountId(accountId)),
    tells: (accountId) => discoversAssets(kit, parseAccountId(accountId)),
    read: (accountId, signal) => walletAssets(kit, parseAccountId(accountId), signal),
  }
}

/** The assets of an account by its wallet, highest value first. Undefined if the wallet fails or its answer is invalid: then another source is asked. */
async function walletAssets(kit: Kit, account: ParsedAccount, signal?: AbortSignal): Promise<readonly Balance[] | undefined> {
  const chain = hexOf(account)
  const answer = await walletOf(kit, account)?.ask('wallet_getAssets', [{ account: account.address, chainFilter: [chain] }], signal).catch(() => undefined)
  signal?.throwIfAborted()
  const assets = isObject(answer) && Object.hasOwn(answer, chain) ? answer[chain] : undefined
  if (!Array.isArray(assets) || assets.length > most || !assets.every(isAsset)) return undefined
  return assets.map((asset) => toBalance(kit, asset, account.networkId)).sort((one, other) => (other.value ?? 0) - (one.value ?? 0) || Number(one.address !== undefined) - Number(other.address !== undefined))
}

/** Spec section 5, and what else would not be an amount or an address. */
function isAsset(value: unknown): value is Asset {
  if (!isObject(value) || !isObject(value['metadata'])) return false
  const { address, balance, type } = value
  const { name, symbol, decimals, price, iconUrl } = value['metadata']
  const isPlace = type === 'NATIVE' ? typeof address === 'string' : type === 'ERC20' && isEvmAddress(address)
  const isAmount = isQuantity(balance)
  const isNamed = [name, symbol, iconUrl].every((text) => typeof text === 'string')
  return isPlace && isAmount && isNamed && Number.isInteger(decimals) && Number(decimals) >= 0 && Number(decimals) <= 255 && Number.isFinite(price) && Number(price) >= 0
}

function toBalance(kit: Kit, { address, balance, type, metadata: { name, symbol, decimals, price, iconUrl } }: Asset, networkId: string): Balance {
  const quantity = formatUnits(BigInt(balance), decimals)
  const isNative = type === 'NATIVE'
  const icon = /^data:/i.test(iconUrl) ? strangePicture(iconUrl) : undefined // any other address leads to a host that the site did not name
  const isListed = isNative || price > 0 || kit.context.options.tokens?.[networkId]?.some((token) => token.address.toLowerCase() === address.toLowerCase())
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
