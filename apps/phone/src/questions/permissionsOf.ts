import type { Wish } from '../phone/grant.ts'

/** A site's permissions, in plain words. */
export function permissionsOf(wishes: Readonly<Record<string, Wish>>): readonly string[] {
  const all = Object.values(wishes)
  const may = (...methods: string[]) => all.some((wish) => wish.methods.some((method) => methods.includes(method)))
  const hears = all.some(({ events }) => events.length > 0)
  return [
    'See these accounts and what they hold',
    ...(may('personal_sign', 'eth_signTypedData_v4') ? ['Ask you to sign texts and data'] : []),
    ...(may('eth_sendTransaction') ? ['Ask you to send transactions'] : []),
    ...(may('wallet_switchEthereumChain', 'wallet_addEthereumChain') ? ['Ask you to change the network'] : []),
    ...(hears ? ['Hear when you change the account or the network'] : []),
  ]
}
