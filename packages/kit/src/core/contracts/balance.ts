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
  /** Price of one token and value of all, in the requested currency; undefined when unknown. */
  price?: number
  value?: number
  iconUrl?: string
  /** No list has the token: anyone may have made it, with any name and price. */
  isUnverified?: boolean
}
