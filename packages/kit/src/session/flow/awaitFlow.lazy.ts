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

/** The options of an opening of the modal, without the parameters of the view. */
type Opened = { view?: OpenOptions['view']; namespace?: Namespace }

/**
 * Waits for the end of a flow of the modal: an account that all gates admit, or a refusal whose
 * `cause` is the wallet's last error.
 *
 * Closing the modal ends the flow with the account, if the gates had admitted it before, or if the
 * site opened a view that needs an account. A second `open` while the modal is shown shows its own
 * screen, and both flows end with the modal.
 * @param given the site's parameters of the view; see `given/readGiven.ts`
 * @throws KitError modalMissing when no `KitProvider` handles the request within 5 s, optionInvalid
 *   for a view that is unknown or switched off by `features`, a namespace without a network, or for
 *   `given`
 */
export async function awaitFlow(
  kit: Kit,
  request: number,
  wasConnected: boolean,
  opened: Opened = {},
  given: object | false = false,
): Promise<FlowResult> {
  checkNamespace(kit, opened.namespace)
  // only after the modal is shown: visitors do not need it
  contextOf(kit).clock.setTimeout(
    () =>
      void import('../contradictions/checkContradictions.lazy.ts').then(
        ({ checkContradictions }) => checkContradictions(kit),
        () => {},
      ),
    times.rowsSettled,
  )
  return new Promise((resolve, reject) =>
    new Flow(kit, { request, wasConnected, opened, given, resolve, reject }).start(),
  )
}

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

type FlowParts = {
  request: number
  wasConnected: boolean
  opened: Opened
  given: object | false
  resolve: (result: FlowResult) => void
  reject: (error: Error) => void
}

/** A flow of the modal, from its opening to its end. */
class Flow {
  readonly #kit: Kit
  readonly #parts: FlowParts
  /** Whether the account was in use, and admitted, as the modal opened. */
  readonly #hadAccount: boolean
  #stops: readonly (() => void)[] = []
  #isReported = false

  constructor(kit: Kit, parts: FlowParts) {
    this.#kit = kit
    this.#parts = parts
    this.#hadAccount = parts.wasConnected && !isBlockedByGate(kit, this.#account())
  }

  start(): void {
    const { clock, screens } = contextOf(this.#kit)
    const { request, opened, given } = this.#parts
    const check = () => this.#check()
    const fail = (error: Error) => this.#fail(error)
    this.#stops = [
      clock.setTimeout(
        () => screens.getState().status === 'missing' && fail(kitError('modalMissing')),
        times.modalMount,
      ),
      this.#kit.store.subscribe(check),
      screens.subscribe(check),
    ]
    if (given)
      import('./given/readGiven.lazy.ts')
        .then(({ readGiven }) => readGiven(this.#kit, request, opened.view, given))
        .catch(fail)
    check()
  }

  #check(): void {
    const known = contextOf(this.#kit).screens.getState()
    const { modal } = this.#kit.getState()
    const { opened, given } = this.#parts
    const { view } = opened
    const account = this.#account()
    if (!view) this.#report()
    // without a modal there are no gates; until its screens are known, the gates are unknown
    if (known.status === 'missing' && account && !this.#hadAccount) return this.#end(account)
    if (known.status !== 'there') return modal.open ? undefined : this.#end(account)
    if (view && !given && !known.openable.includes(view))
      return this.#fail(
        optionInvalid(
          'view',
          'is unknown or switched off',
          `Pass one of: ${known.openable.join(', ')}.`,
        ),
      )
    this.#report()
    const admitted = account && known.blockingView(account) === undefined ? account : undefined
    const endsByClosing = this.#hadAccount || (view !== undefined && known.needsAccount(view))
    if (!modal.open || (admitted && !endsByClosing)) this.#end(admitted)
  }

  #report(): void {
    if (!this.#isReported) trackModal(this.#kit, this.#parts.request, this.#parts.opened)
    this.#isReported = true
  }

  #end(account: Account | undefined): void {
    const { request, resolve } = this.#parts
    this.#stop()
    const cause = contextOf(this.#kit).connectErrors?.[request]
    resolve(
      account
        ? { status: 'connected', account }
        : { status: 'refused', error: kitError('connectionClosed', { cause }) },
    )
  }

  #fail(error: Error): void {
    this.#stop()
    this.#parts.reject(error)
    this.#kit.close()
  }

  #stop(): void {
    for (const stop of this.#stops) stop()
  }

  #account(): Account | undefined {
    const { namespace } = this.#parts.opened
    return accountOf({ ...this.#kit.getState(), ...(namespace && { namespace }) })
  }
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
