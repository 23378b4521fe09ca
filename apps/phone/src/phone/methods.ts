const always: readonly string[] = [
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

/**
 * Returns all methods that the phone answers on EVM networks and may grant to sites. With `batches`
 * they include the methods for batches of calls (EIP-5792).
 */
export const evmMethodsOf = ({ batches }: { batches: boolean }): readonly string[] => [
  ...always,
  ...(batches ? ['wallet_sendCalls', 'wallet_getCallsStatus'] : []),
]

/** Methods that the phone answers without asking the person. They do not appear in its activity. */
export const quietMethods: ReadonlySet<string> = new Set([
  'wallet_getCapabilities',
  'wallet_getCallsStatus',
])

/** The events that the phone sends to sites. Source: EIP-1193 */
export const evmEvents: readonly string[] = ['accountsChanged', 'chainChanged']
