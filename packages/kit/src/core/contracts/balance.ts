/** A token an account holds. */
export type Balance = {
  /** CAIP-10 token id, or the network id for the native token. */
  id: string
  name: string
  symbol: string
  /** Contract address; absent for the native token. */
  address?: string
  decimals: number
  /** Whole tokens as a decimal string, exact. */
  quantity: string
  /**
   * The price of one token, and the value of `quantity`, in the requested currency. Undefined when
   * unknown.
   */
  price?: number
  value?: number
  iconUrl?: string
  /** The token is in no token list: anyone may have made it, with any name and price. */
  isUnverified?: boolean
}
