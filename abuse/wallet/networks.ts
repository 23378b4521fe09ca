/** The network whose node is honest, and the one whose node is the attacker's. CAIP-2. */
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
