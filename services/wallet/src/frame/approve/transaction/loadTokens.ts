import { askNode } from '../../rpc/askNode.ts'
import { bytesOfHex, isHexBytes } from '../../rpc/hex.ts'
import type { Network } from '../../wallet/network.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { cleanName } from '../cleanName.ts'
import type { Address, Effect } from '../decode/Effect.ts'

/**
 * The description that a contract gives of itself. It is only a claim. A token has `decimals`; a
 * collection has numbered pieces.
 */
export type Token = {
  symbol?: string
  decimals?: number
  supply?: bigint
  isCollection: boolean
  /** Whether there is code at the contract's address. */
  isContract: boolean
}
export type Tokens = ReadonlyMap<Address, Token>

/** The maximum number of contracts that are read for one approval. */
const maxTokens = 24
const calls = {
  symbol: '0x95d89b41',
  decimals: '0x313ce567',
  supply: '0x18160ddd',
  isErc721: `0x01ffc9a7${'80ac58cd'.padEnd(64, '0')}`,
} as const

/**
 * Reads the descriptions of contracts. A contract that does not answer has no symbol and no
 * decimals.
 */
export async function loadTokens(
  wallet: Pick<Wallet, 'server'>,
  network: Network,
  { contracts, signal }: { contracts: readonly Address[]; signal?: AbortSignal },
): Promise<Tokens> {
  const addresses = [...new Set(contracts)].slice(0, maxTokens)
  const read = async (address: Address): Promise<[Address, Token]> => {
    const ask = (data: string) =>
      askNode(wallet, network, {
        method: 'eth_call',
        params: [{ to: address, data }, 'latest'],
        signal,
      }).then(
        (value) =>
          typeof value === 'string' && isHexBytes(value) ? bytesOfHex(value) : new Uint8Array(),
        () => new Uint8Array(),
      )
    const [symbol, decimals, supply, isErc721, code] = await Promise.all([
      ask(calls.symbol),
      ask(calls.decimals),
      ask(calls.supply),
      ask(calls.isErc721),
      askNode(wallet, network, {
        method: 'eth_getCode',
        params: [address, 'latest'],
        signal,
      }).catch(() => undefined),
    ])
    const [name, places, all] = [textOf(symbol), numberOf(decimals), numberOf(supply)]
    return [
      address,
      {
        ...(name !== undefined && { symbol: name }),
        ...(places !== undefined && places <= 36n && { decimals: Number(places) }),
        ...(all !== undefined && { supply: all }),
        isCollection: numberOf(isErc721) === 1n,
        isContract: code !== '0x',
      },
    ]
  }
  return new Map(await Promise.all(addresses.map(read)))
}

/** The contracts that an effect names. */
export function contractsOf(effect: Effect): Address[] {
  if (effect.kind === 'several') return effect.parts.flatMap(contractsOf)
  if ('part' in effect) return contractsOf(effect.part)
  if (effect.kind === 'trade')
    return [...effect.given, ...effect.taken].flatMap((asset) =>
      asset.kind === 'currency' ? [] : [asset.token],
    )
  if ('token' in effect) return [effect.token]
  return effect.kind === 'unknown' ? [effect.to] : []
}

const numberOf = (bytes: Uint8Array): bigint | undefined =>
  bytes.length === 32 ? bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n) : undefined

/** A symbol: an ABI string, or 32 bytes of text as in the oldest tokens. */
function textOf(bytes: Uint8Array): string | undefined {
  const length = numberOf(bytes.slice(32, 64))
  const text =
    bytes.length === 32
      ? bytes
      : length === undefined
        ? undefined
        : bytes.slice(64, 64 + Number(length < 96n ? length : 96n))
  return text && cleanName(new TextDecoder().decode(text), 24)
}
