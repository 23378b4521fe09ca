import { useNetwork } from 'latchkey/react'
import type { Chain } from 'viem'

/** Returns the visitor's current chain; undefined if the page does not have this chain. */
export function useChain(chains: readonly Chain[]): Chain | undefined {
  const { networkId } = useNetwork()
  return chains.find(({ id }) => networkId === `eip155:${id}`)
}
