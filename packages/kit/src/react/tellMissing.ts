import { supportedChains } from '@latchkey/protocol/api'
import { showAlert, tellDeveloper } from '../core/alert.ts'
import { alertOf } from '../core/alertOf.ts'
import { callApi } from '../core/callApi.ts'
import { KitError } from '../core/KitError.ts'
import type { Kit } from '../core/kit.ts'
import { optionInvalid } from '../core/optionInvalid.ts'
import { perKit } from '../core/perKit.ts'

const deadApi = perKit(() => ({ isAsked: false }))

/** Tells a site's developer which options are missing: a way to the wallets of phones where the site wants them, and a service that takes the `projectId`. */
export function tellMissing(kit: Kit): void {
  const { services, projectId, enableWallets, enableWalletConnect } = kit.context.options
  const { connectors } = kit.getState()
  const wantsPhones = enableWallets !== false && enableWalletConnect === true // a relay is optional, unless the site says that it wants phones
  const hasPhones = Boolean(services?.relay) || connectors.some(({ type }) => type === 'walletConnect')
  const faults = [
    wantsPhones && !hasPhones && optionInvalid('services.relay', 'is missing', 'Without it the wallets of phones connect in their own browsers alone. Pass a wss:// URL, or leave out enableWalletConnect.'),
    projectId && !services?.relay && !services?.api && !services?.wallet && optionInvalid('projectId', 'goes to no service', 'Pass services.relay, services.api or services.wallet.'),
  ].flatMap((fault) => fault || [])
  tell(kit, faults)
}

/** Tells a site's developer, once, that the API does not answer, or not as an API: visitors notice that only in some places. Nothing is reported while the browser is offline. */
export async function tellDeadApi(kit: Kit): Promise<void> {
  const { api } = kit.context
  if (!api || deadApi(kit).isAsked || globalThis.navigator?.onLine === false) return
  deadApi(kit).isAsked = true
  const reason: unknown = await callApi(api, supportedChains, { query: {}, retries: 0 }).then(() => undefined, (error: unknown) => error)
  if (reason && alertOf(reason)) return tellDeveloper(kit, reason) // it answers, and names the fault
  if (reason) tell(kit, [optionInvalid('services.api', `does not answer (${KitError.is(reason) ? reason.message : String(reason)})`, `Is an API at ${api.apiUrl}?`)])
}

function tell(kit: Kit, faults: readonly KitError[]): void {
  if (faults.length === 0) return
  for (const fault of faults) globalThis.reportError?.(fault)
  const { alert } = kit.getState()
  showAlert(kit, { code: 'alertInvalidConfiguration', text: [alert?.text, ...faults.map(({ message }) => message)].filter(Boolean).join(' ') }) // there is one bar for all
}
