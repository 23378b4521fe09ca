import type { Kit } from '../../core/kit/kit.ts'
import { optionInvalid } from '../../core/options/optionInvalid.ts'
import { reportFaults } from './reportFaults.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * Reports missing options to the site's developer: a relay if the site enables wallets on phones,
 * and a service that uses the `projectId`.
 */
export function reportMissingOptions(kit: Kit): void {
  const { services, projectId, enableWallets, enableWalletConnect } = contextOf(kit).options
  const { connectors } = kit.getState()
  // a missing relay is reported only if the site explicitly enables wallets on phones
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
