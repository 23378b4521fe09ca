import type { Namespace } from '@latchkey/protocol/namespace'
import type { SessionEvent } from '../core/accounts/session.ts'
import { KitError } from '../core/errors/KitError.ts'
import { reportToDeveloper } from '../core/kit/alert.ts'
import { contextOf } from '../core/kit/context.ts'
import type { Kit } from '../core/kit/kit.ts'
import { track } from '../core/kit/track.ts'
import type { Wallet } from '../core/contracts/wallet.ts'

/** Reports an event to the site's `onEvent` and `analyticsUrl`, in the form of a `KitEvent`. */
export function reportSession(kit: Kit, namespace: Namespace, event: SessionEvent): void {
  switch (event.type) {
    case 'connectStarted':
      return track(kit, { name: 'walletSelected', ...walletFacts(event.wallet) })
    case 'connectFailed':
      return reportFailure(kit, event)
    case 'connected':
      return track(kit, {
        name: 'connectSuccess',
        ...walletFacts(event.wallet),
        method: event.method,
        namespace,
        networkId: event.networkId,
      })
    case 'disconnected':
      return track(kit, { name: 'disconnectSuccess', namespace })
    case 'disconnectFailed':
      return track(kit, { name: 'disconnectFailed', namespace })
    case 'networkSwitched':
      return track(kit, { name: 'networkSwitched', networkId: event.networkId })
    case 'networkSwitchFailed':
      return track(kit, {
        name: 'networkSwitchFailed',
        networkId: event.networkId,
        reason: reasonOf(event.error),
      })
  }
}

/**
 * Reports a failed connect to the site and to its developer, and stores its error for the flow of
 * the modal. An abort is no failure.
 */
function reportFailure(kit: Kit, { wallet, error }: { wallet: Wallet; error: unknown }): void {
  if (KitError.is(error, 'requestAborted')) return
  contextOf(kit).connectErrors = { [kit.getState().modal.request]: error }
  reportToDeveloper(kit, error)
  track(kit, { name: 'connectFailed', ...walletFacts(wallet), reason: reasonOf(error) })
}

const walletFacts = ({ id, name }: Wallet) => ({ wallet: name, walletId: id })
const reasonOf = (error: unknown) => (KitError.is(error) ? error.code : 'somethingWrong')
