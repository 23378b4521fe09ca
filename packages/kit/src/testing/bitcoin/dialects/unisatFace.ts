import { fromHex, toHex } from '@latchkey/protocol/hex'
import { ProviderError } from '../../providerError.ts'
import type { BitcoinChange, BitcoinOwner } from '../BitcoinOwner.ts'
import type { BitcoinNetworkName } from '../paramsOf.ts'

const eventsOf: Readonly<Record<BitcoinChange, readonly string[]>> = {
  accounts: ['accountsChanged'],
  network: ['networkChanged', 'chainChanged'],
  disconnect: ['accountsChanged'],
}

type SignOptions = { toSignInputs?: readonly { index: number; address?: string }[] }

/**
 * The wallet with the interface of UniSat: a function for each request, one address at a time.
 * https://docs.unisat.io/dev/unisat-developer-center/unisat-wallet
 */
export function unisatFace(owner: BitcoinOwner) {
  const listeners = new Map<string, Set<(data: unknown) => void>>()
  const addresses = () => owner.accounts.slice(0, 1).map(({ payment }) => payment.address)
  owner.changes.subscribe((change) => {
    const data = change === 'network' ? owner.network : addresses()
    for (const event of eventsOf[change])
      for (const listener of listeners.get(event) ?? []) listener(data)
  })
  const network = () => ({
    enum: `BITCOIN_${owner.network.toUpperCase()}`,
    name: owner.network,
    network: owner.network === 'mainnet' ? 'livenet' : 'testnet',
  })
  return {
    async requestAccounts() {
      owner.requests.push('requestAccounts')
      if (!owner.isConnected) await owner.connect()
      return addresses()
    },
    getAccounts: async () => addresses(),
    async getPublicKey() {
      const [selected] = owner.accounts
      return selected ? toHex(selected.payment.publicKey) : ''
    },
    getChain: async () => network(),
    async switchChain(name: string) {
      owner.requests.push('switchChain')
      // the owner has no keys for a network that does not exist
      await owner.switchNetwork(name.replace('BITCOIN_', '').toLowerCase() as BitcoinNetworkName)
      return network()
    },
    async signMessage(message: string, type: 'ecdsa' | 'bip322-simple' = 'ecdsa') {
      owner.requests.push('signMessage')
      const [address = ''] = addresses()
      return owner.signMessage(address, message, type === 'ecdsa' ? 'ecdsa' : 'bip322')
    },
    async signPsbt(psbt: string, { toSignInputs = [] }: SignOptions = {}) {
      owner.requests.push('signPsbt')
      const [selected = ''] = addresses()
      const signed = await owner.signPsbt(
        fromHex(psbt),
        toSignInputs.map(({ index, address = selected }) => ({ index, address })),
      )
      return toHex(signed)
    },
    pushPsbt: async (psbt: string) => owner.broadcast(fromHex(psbt)),
    async sendBitcoin() {
      throw new ProviderError(4200, 'This wallet signs PSBTs.')
    },
    async disconnect() {
      owner.disconnect()
    },
    on(event: string, listener: (data: unknown) => void) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event: string, listener: (data: unknown) => void) {
      listeners.get(event)?.delete(listener)
    },
  }
}
