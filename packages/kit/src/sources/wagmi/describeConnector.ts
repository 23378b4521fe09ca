import { cleanIcon, cleanText } from '../../core/text/cleanText.ts'
import type { Connector } from '../../core/contracts/connectorSource.ts'
import type { WagmiConnector } from './config.ts'

/**
 * Describes a wagmi connector as a row of the list. Cleans its texts and pictures as if they were
 * untrusted, although the site provides the connector.
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
