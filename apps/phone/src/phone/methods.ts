/** The methods that the phone answers on EVM networks, and grants to sites at most. */
export const evmMethods: readonly string[] = [
  'eth_accounts',
  'eth_requestAccounts',
  'eth_chainId',
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'wallet_getCapabilities',
]

/** The events that the phone sends to sites. Source: EIP-1193 */
export const evmEvents: readonly string[] = ['accountsChanged', 'chainChanged']
