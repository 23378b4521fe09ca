import type { Kit } from '../../core/kit.ts'
import { optionInvalid } from '../../core/optionInvalid.ts'
import { reportFaults } from './reportFaults.ts'

/**
 * Tells a site's developer which options are missing: a way to the wallets of phones where the site
 * wants them, and a service that takes the `projectId`.
 */
export function reportMissingOptions(kit: Kit): void {
  const { services, projectId, enableWallets, enableWalletConnect } = kit.context.options
  const { connectors } = kit.getState()
  // a relay is optional, unless the site says that it wants phones
  const wantsPhones = enableWallets !== false && enableWalletConnect === true
  const hasPhones =
    Boolean(services?.relay) || connectors.some(({ type }) => type === 'walletConnect')
  reportFaults(
    kit,
    [
      wantsPhones &&
        !hasPhones &&
        optionInvalid(
          'services.relay',
          'is missing',
          'Without it the wallets of phones connect in their own browsers alone. Pass a wss:// URL, or leave out enableWalletConnect.',
        ),
      projectId &&
        !services?.relay &&
        !services?.api &&
        !services?.wallet &&
        optionInvalid(
          'projectId',
          'goes to no service',
          'Pass services.relay, services.api or services.wallet.',
        ),
    ].flatMap((fault) => fault || []),
  )
}
