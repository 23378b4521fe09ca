/** CAIP-2 ids of the network with an honest node, and of the one with the attacker's node. */
export const honestChain = 'eip155:71'
export const attackedChain = 'eip155:77'
export const attackedNumber = 77

/** A network in the wallet's options. */
export const networkAt = (networkId: string, node: string) => ({
  networkId,
  name: networkId,
  currency: { symbol: 'ETH', decimals: 18 },
  rpcUrls: [node],
})
