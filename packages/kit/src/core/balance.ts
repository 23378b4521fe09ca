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
  /** Of one token and of all, in the asked currency; undefined when nobody knows it. */
  price?: number
  value?: number
  iconUrl?: string
  /** In nobody's list: anybody may have made it, its name and its price. */
  isUnverified?: boolean
}
