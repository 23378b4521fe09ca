/** Set in the coin types of EVM networks. Source: ENSIP-11 */
const evmBit = 0x8000_0000

/** The first chain id that has no coin type. ENSIP-11; docs/contracts/product.md#account-names */
export const chainIdLimit = 2 ** 31

/** The coin type of Ether. Source: SLIP-44 */
export const etherCoinType = 60

/**
 * The coin type under which the record of a name has its address on an EVM network; undefined for a
 * chain id without one. Source: ENSIP-11
 */
export function coinTypeOf(chainId: number): number | undefined {
  return Number.isInteger(chainId) && chainId > 0 && chainId < chainIdLimit
    ? (evmBit | chainId) >>> 0
    : undefined
}

/**
 * The chain of a coin type. Ether's coin type is that of Ethereum. Undefined for a coin type of no
 * EVM network. Source: ENSIP-11
 */
export function chainIdOf(coinType: number): number | undefined {
  if (coinType === etherCoinType) return 1
  return coinType > evmBit && coinType <= 0xffff_ffff ? (coinType & 0x7fff_ffff) >>> 0 : undefined
}
