import { foreignName } from '@latchkey/protocol/counts'
import { cutText } from '@latchkey/protocol/cutText'
import { withoutUnseen } from '@latchkey/protocol/unseen'
import { kitError } from '../../../core/errors/errors.ts'
import { orUndefined } from '../../../core/errors/orUndefined.ts'
import { quantityOf } from '../provider/quantity.ts'
import type { Chain } from '../provider/chain.ts'

/** The selectors of `decimals()` and `symbol()`. ERC-20 */
const selectors = { decimals: '0x313ce567', symbol: '0x95d89b41' } as const

/**
 * Reads the decimals and the symbol from a token's contract.
 * @throws KitError actionNotAllowed when the address is no token; the node's errors
 */
export async function readToken(
  chain: Chain,
  address: string,
): Promise<{ address: string; symbol: string; decimals: number }> {
  const call = (data: string) => chain.request('eth_call', [{ to: address, data }, 'latest'])
  const [decimals, symbol] = await Promise.all([
    call(selectors.decimals),
    orUndefined(call(selectors.symbol)),
  ])
  const digits = decimals === '0x' ? 256n : quantityOf(decimals)
  if (digits > 255n)
    throw kitError('actionNotAllowed', { details: 'There is no token at this address.' })
  return { address, symbol: textOf(symbol), decimals: Number(digits) }
}

/**
 * Reads a text that a contract has returned. The text is cut and cleaned. New tokens return offset,
 * length and bytes; old tokens return 32 bytes that are padded with zeros.
 */
function textOf(data: unknown): string {
  if (typeof data !== 'string' || !/^0x([0-9a-f]{64})+$/i.test(data)) return ''
  const bytes = Uint8Array.from(data.slice(2, 20_000).match(/../g) ?? [], (pair) =>
    Number.parseInt(pair, 16),
  )
  const isLong = bytes.length >= 64
  const length = isLong ? bytes.slice(56, 64).reduce((sum, byte) => sum * 256 + byte, 0) : 32
  const text = new TextDecoder().decode(
    bytes.slice(isLong ? 64 : 0, (isLong ? 64 : 0) + Math.min(length, foreignName * 4)),
  )
  return cutText(withoutUnseen(text).trim(), foreignName)
}
