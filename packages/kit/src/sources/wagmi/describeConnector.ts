import { cleanIcon, cleanText } from '../../core/text/cleanText.ts'
import type { Connector } from '../../core/contracts/connectorSource.ts'
import type { WagmiConnector } from './config.ts'

/**
 * Describes a wagmi connector as a row of the list. Its texts and pictures are cleaned like
 * untrusted ones, although the site provides it.
 */
export function describeConnector({ id, name, icon, type }: WagmiConnector): Connector {
  return {
    id,
    name: cleanText(name),
    icon: cleanIcon(icon),
    namespace: 'eip155',
    type: type === 'injected' || type === 'walletConnect' ? type : 'external',
  }
}
