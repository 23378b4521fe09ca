/** The bit that is set in the coin type of an EVM network. Source: ENSIP-11 */
const evmBit = 0x8000_0000

/**
 * Chain ids from this number on have no coin type. ENSIP-11;
 * docs/contracts/product.md#account-names
 */
export const chainIdLimit = 2 ** 31

/** The coin type of Ether. Source: SLIP-44 */
export const etherCoinType = 60

/**
 * Returns the coin type under which a name's record stores the address on an EVM network; undefined
 * if the chain id has no coin type. Source: ENSIP-11
 */
export function coinTypeOf(chainId: number): number | undefined {
  return Number.isInteger(chainId) && chainId > 0 && chainId < chainIdLimit
    ? (evmBit | chainId) >>> 0
    : undefined
}

/**
 * Returns the EVM chain id of a coin type; undefined for a coin type of any other chain. The coin
 * type of Ether belongs to Ethereum. Source: ENSIP-11
 */
export function chainIdOf(coinType: number): number | undefined {
  if (coinType === etherCoinType) return 1
  return coinType > evmBit && coinType <= 0xffff_ffff ? (coinType & 0x7fff_ffff) >>> 0 : undefined
}
