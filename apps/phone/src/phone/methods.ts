/** What the phone answers on EVM networks; what it grants a site at most. */
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

/** What the phone tells sites of. Source: EIP-1193 */
export const evmEvents: readonly string[] = ['accountsChanged', 'chainChanged']
