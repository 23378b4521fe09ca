import type { Wish } from '../phone/grant.ts'

/** A site's permissions, in plain words. */
export function permissionsOf(wishes: Readonly<Record<string, Wish>>): readonly string[] {
  const all = Object.values(wishes)
  const may = (...methods: string[]) =>
    all.some((wish) => wish.methods.some((method) => methods.includes(method)))
  const hears = all.some(({ events }) => events.length > 0)
  return [
    'See these accounts and what they hold',
    ...(may('personal_sign', 'eth_signTypedData_v4', 'solana_signMessage')
      ? ['Ask you to sign texts and data']
      : []),
    ...(may('eth_sendTransaction', 'wallet_sendCalls', 'solana_signAndSendTransaction')
      ? ['Ask you to send transactions']
      : []),
    ...(may('solana_signTransaction', 'solana_signAllTransactions')
      ? ['Ask you to sign transactions, which it sends itself']
      : []),
    ...(may('wallet_switchEthereumChain', 'wallet_addEthereumChain')
      ? ['Ask you to change the network']
      : []),
    ...(hears ? ['Hear when you change the account or the network'] : []),
  ]
}
