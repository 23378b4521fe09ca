import { showAlert } from '../core/alert.ts'
import type { Kit } from '../core/kit.ts'
import { optionInvalid } from '../core/optionInvalid.ts'

/** Tells a site's developer what the options leave visitors without: a way to the wallets of phones, and a service that a `projectId` goes to. */
export function tellMissing(kit: Kit): void {
  const { services, projectId, enableWallets, enableWalletConnect } = kit.context.options
  const { connectors, alert } = kit.getState()
  const wantsPhones = enableWallets !== false && enableWalletConnect !== false
  const hasPhones = Boolean(services?.relay) || connectors.some(({ type }) => type === 'walletConnect')
  const faults = [
    wantsPhones && !hasPhones && optionInvalid('services.relay', 'is missing', 'Without it the wallets of phones connect in their own browsers alone. Pass a wss:// URL, or enableWalletConnect: false.'),
    projectId && !services?.relay && !services?.api && optionInvalid('projectId', 'goes to no service', 'Pass services.relay, services.api or both.'),
  ].flatMap((fault) => fault || [])
  if (faults.length === 0) return
  for (const fault of faults) globalThis.reportError?.(fault)
  showAlert(kit, { code: 'alertInvalidConfiguration', text: [alert?.text, ...faults.map(({ message }) => message)].filter(Boolean).join(' ') }) // there is one bar for all
}
