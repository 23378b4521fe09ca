/** CAIP-2 ids of the chain with an honest node, and of the chain with the attacker's nodes. */
export const honestChain = 'eip155:71'
export const attackedChain = 'eip155:77'
export const attackedNumber = 77

const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** A chain in the API's options. */
export function chainAt(networkId: string, rpcUrls: readonly string[], more: object = {}) {
  return {
    networkId,
    name: networkId,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls,
    multicall3,
    tokens: [],
    ...more,
  }
}
