import type { Namespace } from '@latchkey/protocol/namespace'
import * as times from '@latchkey/protocol/times'
import { kitError } from '../../core/errors/errors.ts'
import type { FlowResult, Kit, OpenOptions } from '../../core/kit/kit.ts'
import { optionInvalid } from '../../core/options/optionInvalid.ts'
import { accountOf } from '../../core/kit/state.ts'
import type { Account } from '../../core/kit/state.ts'
import { track } from '../../core/kit/track.ts'
import { isBlockedByGate } from './isBlockedByGate.ts'
import { contextOf } from '../../core/kit/context.ts'

/** The options of `kit.open`, without the parameters of the view. */
type Opened = { view?: OpenOptions['view']; namespace?: Namespace }

/**
 * Waits for the end of a flow of the modal: an account that all gates admit, or a refusal whose
 * `cause` is the wallet's last error.
 *
 * If the modal closes, the flow ends with the account in two cases: the gates had admitted it
 * before, or the site opened a view that needs an account. A second `open` while the modal is open
 * shows its own screen. Both flows then end when the modal closes.
 * @param given the site's parameters of the view; see `readGiven.lazy.ts`
 * @throws KitError modalMissing when no `KitProvider` handles the request within 5 s, optionInvalid
 *   for a view that is unknown or switched off by `features`, a namespace without a network, or for
 *   `given`
 */
export async function awaitFlow(
  kit: Kit,
  request: number,
  wasConnected: boolean,
  { view, namespace }: Opened = {},
  given: object | false = false,
): Promise<FlowResult> {
  checkNamespace(kit, namespace)
  const { store } = kit
  const { clock, screens } = contextOf(kit)
  const accountNow = () => accountOf({ ...store.getState(), ...(namespace && { namespace }) })
  const hadAccount = wasConnected && !isBlockedByGate(kit, accountNow())
  // after the modal is shown, because only developers need this check
  clock.setTimeout(() => findContradictions(kit), times.rowsSettled)
  return new Promise((resolve, reject) => {
    const cancel = clock.setTimeout(
      () => screens.getState().status === 'missing' && fail(kitError('modalMissing')),
      times.modalMount,
    )
    const stops = [cancel, store.subscribe(checkScreens), screens.subscribe(checkScreens)]
    const stop = () => stops.forEach((end) => end())
    let isReported = false
    const report = () => {
      if (!isReported) trackModal(kit, request, { view, namespace })
      isReported = true
    }
    if (given)
      import('./readGiven.lazy.ts')
        .then(({ readGiven }) => readGiven(kit, request, view, given))
        .catch(fail)
    checkScreens()

    function fail(error: Error) {
      stop()
      reject(error)
      kit.close()
    }

    function checkScreens() {
      const known = screens.getState()
      const { modal } = store.getState()
      const account = accountNow()
      if (!view) report()
      // without a modal there are no gates. Until the modal has loaded, the gates are unknown
      if (known.status === 'missing' && account && !hadAccount) return end(account)
      if (known.status !== 'there') return modal.open ? undefined : end(account)
      if (view && !given && !known.openable.includes(view)) return fail(unknownView(known.openable))
      report()
      const admitted = account && known.blockingView(account) === undefined ? account : undefined
      const endsByClosing = hadAccount || (view !== undefined && known.needsAccount(view))
      if (!modal.open || (admitted && !endsByClosing)) end(admitted)
    }

    function end(account: Account | undefined) {
      stop()
      resolve(account ? { status: 'connected', account } : refusalOf(kit, request))
    }
  })
}

const refusalOf = (kit: Kit, request: number): FlowResult => ({
  status: 'refused',
  error: kitError('connectionClosed', { cause: contextOf(kit).connectErrors?.[request] }),
})

const unknownView = (openable: readonly string[]) =>
  optionInvalid('view', 'is unknown or switched off', `Pass one of: ${openable.join(', ')}.`)

const findContradictions = (kit: Kit) =>
  void import('../checkContradictions.lazy.ts').then(
    ({ checkContradictions }) => checkContradictions(kit),
    () => {},
  )

function checkNamespace(kit: Kit, namespace: Namespace | undefined): void {
  const known = [...new Set(contextOf(kit).networks.map((network) => network.namespace))]
  if (!namespace || known.includes(namespace)) return
  kit.close()
  throw optionInvalid(
    'namespace',
    'is not that of a network of the site',
    `Pass one of: ${known.join(', ')}.`,
  )
}

/** Reports that the modal opened, and when it closes or opens again. */
function trackModal(kit: Kit, request: number, { view = 'Connect', namespace }: Opened): void {
  const isConnected = () => accountOf(kit.getState()) !== undefined
  track(kit, {
    name: 'modalOpened',
    view: isConnected() && view === 'Connect' && !namespace ? 'Account' : view,
    isConnected: isConnected(),
  })
  const unsubscribe = kit.subscribe(({ modal }) => {
    if (modal.open && modal.request === request) return
    unsubscribe()
    track(kit, { name: 'modalClosed', isConnected: isConnected() })
  })
}
