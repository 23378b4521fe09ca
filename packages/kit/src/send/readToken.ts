import { foreignName } from '@latchkey/protocol/counts'
import { isEvmAddress } from '@latchkey/protocol/evmAddress'
import type { NetworkId } from '@latchkey/protocol/caip'
import { kitError } from '../core/errors.ts'
import type { Kit } from '../core/kit.ts'
import { nodeOf, orNothing, quantityOf } from './node.ts'
import type { SendToken } from './order.ts'

/** `decimals()` and `symbol()`, ERC-20. */
const selectors = { decimals: '0x313ce567', symbol: '0x95d89b41' } as const

/**
 * What is known of a token: the network's own without an address, one of the site's `tokens`, else what the contract says.
 * @throws KitError networkNotFound; actionNotAllowed when it is no token; what the node answers
 */
export async function readToken(kit: Kit, networkId: NetworkId, address: string | undefined, signal?: AbortSignal): Promise<SendToken> {
  const network = kit.context.networks.find((one) => one.networkId === networkId)?.network
  if (!network) throw kitError('networkNotFound')
  if (address === undefined) return { symbol: network.nativeCurrency.symbol, decimals: network.nativeCurrency.decimals }
  const listed = kit.context.options.tokens?.[networkId]?.find((one) => one.address.toLowerCase() === address.toLowerCase())
  if (listed) return { address: listed.address, symbol: listed.symbol, decimals: listed.decimals, iconUrl: listed.iconUrl }
  if (!isEvmAddress(address)) throw kitError('actionNotAllowed', { details: 'The token is not an address.' })
  const node = nodeOf(kit, networkId, signal)
  const call = (data: string) => node.ask('eth_call', [{ to: address, data }, 'latest'])
  const [decimals, symbol] = await Promise.all([call(selectors.decimals), orNothing(call(selectors.symbol))])
  const digits = decimals === '0x' ? 256n : quantityOf(decimals)
  if (digits > 255n) throw kitError('actionNotAllowed', { details: 'There is no token at this address.' })
  return { address, symbol: textOf(symbol), decimals: Number(digits) }
}

/** A contract's text: offset, length, bytes; or 32 bytes padded with zeros, as old tokens have it. Cut and cleaned. */
function textOf(data: unknown): string {
  if (typeof data !== 'string' || !/^0x([0-9a-f]{64})+$/i.test(data)) return ''
  const bytes = Uint8Array.from(data.slice(2, 20_000).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const isLong = bytes.length >= 64
  const length = isLong ? bytes.slice(56, 64).reduce((sum, byte) => sum * 256 + byte, 0) : 32
  const text = new TextDecoder().decode(bytes.slice(isLong ? 64 : 0, (isLong ? 64 : 0) + Math.min(length, foreignName * 4)))
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu, '').trim().slice(0, foreignName)
}
