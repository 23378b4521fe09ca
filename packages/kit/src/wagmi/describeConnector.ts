import { cleanIcon, cleanText } from '../core/cleanText.ts'
import type { Connector } from '../core/connectorSource.ts'
import type { WagmiConnector } from './config.ts'

/** A connector of wagmi's as a row of the list; its maker is the site, but texts and pictures are cleaned like those of strangers. */
export function describeConnector({ id, name, icon, type }: WagmiConnector): Connector {
  return { id, name: cleanText(name), icon: cleanIcon(icon), namespace: 'eip155', type: type === 'injected' || type === 'walletConnect' ? type : 'external' }
}
