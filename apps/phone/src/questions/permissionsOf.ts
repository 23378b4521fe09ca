import type { NamespaceRequest } from '../phone/grant.ts'

/** Returns what a site may do, in plain words. */
export function permissionsOf(
  namespaces: Readonly<Record<string, NamespaceRequest>>,
): readonly string[] {
  const all = Object.values(namespaces)
  const may = (...methods: string[]) =>
    all.some((namespaceRequest) =>
      namespaceRequest.methods.some((method) => methods.includes(method)),
    )
  const hasEvents = all.some(({ events }) => events.length > 0)
  return [
    'See these accounts and what they hold',
    ...(may(
      'personal_sign',
      'eth_signTypedData_v4',
      'solana_signMessage',
      'signMessage',
      'polkadot_signMessage',
    )
      ? ['Ask you to sign texts and data']
      : []),
    ...(may('eth_sendTransaction', 'wallet_sendCalls', 'solana_signAndSendTransaction')
      ? ['Ask you to send transactions']
      : []),
    ...(may(
      'solana_signTransaction',
      'solana_signAllTransactions',
      'signPsbt',
      'polkadot_signTransaction',
    )
      ? ['Ask you to sign transactions, which it sends itself']
      : []),
    ...(may('wallet_switchEthereumChain', 'wallet_addEthereumChain')
      ? ['Ask you to change the network']
      : []),
    ...(hasEvents ? ['Hear when you change the account or the network'] : []),
  ]
}
