import { useNetwork } from 'latchkey/react'
import type { Chain } from 'viem'

/** The visitor's current chain; undefined for a chain that the page does not have. */
export function useChain(chains: readonly Chain[]): Chain | undefined {
  const { networkId } = useNetwork()
  return chains.find(({ id }) => networkId === `eip155:${id}`)
}
