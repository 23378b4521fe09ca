import type { AdapterHost, Connector } from '../../core/adapter.ts'

/** The way to phones, where the site has a relay. */
export function phones({ walletConnect }: AdapterHost): readonly Connector[] {
  return walletConnect ? [{ id: 'walletConnect', name: 'WalletConnect', namespace: 'eip155', type: 'walletConnect' }] : []
}
