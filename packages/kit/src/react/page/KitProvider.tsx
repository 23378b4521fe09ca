import { firstPaint } from '@latchkey/protocol/times'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { systemClock } from '../../core/clock.ts'
import type { Kit } from '../../core/kit.ts'
import { optionInvalid } from '../../core/optionInvalid.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { KitContext } from './KitContext.ts'
import { loadModal } from './loadModal.ts'
import { preloadWhenIdle } from './preloadWhenIdle.ts'
import { NonceContext } from '../styles/adoptStyles.ts'
import { useStore } from '../hooks/useStore.ts'

type Props = {
  kit: Kit
  /** The nonce of the page's content security policy, for the styles that a server writes into its page. */
  nonce?: string
  children?: ReactNode
}

/**
 * Gives a kit to the components below it and shows its modal. Looks for wallets and for an earlier connection while it is
 * mounted, once the page had the time to show itself. Safe on a server and under StrictMode.
 * @throws KitError optionInvalid for a `nonce` that is none
 */
export function KitProvider({ kit, nonce, children }: Props) {
  if (nonce !== undefined && !/^[\w+/-]+=*$/.test(nonce)) throw optionInvalid('nonce', 'is not valid', 'Pass the nonce of your policy, base64: "r4nd0m".')
  return (
    <KitContext.Provider value={kit}>
      <NonceContext.Provider value={nonce}>
        {children}
        <ErrorBoundary fallback={() => null}>
          <Host kit={kit} />
        </ErrorBoundary>
      </NonceContext.Provider>
    </KitContext.Provider>
  )
}

/** Starts the kit, and shows its modal, which is drawn once its code has come: closed while the page is idle, or when it first opens. */
function Host({ kit }: { kit: Kit }) {
  const { open: isOpen, request } = useStore(kit.store).modal
  const { isLikely } = useStore(kit.context.press)
  const isOnly = useIsOnly(kit, request)
  const [loaded, setLoaded] = useState<{ of: Kit; Modal: ComponentType }>()
  // what was fetched for another kit brought the features of that one
  const Modal = loaded?.of === kit ? loaded.Modal : undefined
  const take = useCallback((module: { default: ComponentType }) => setLoaded({ of: kit, Modal: module.default }), [kit])
  useEffect(() => {
    if (!isOnly) return
    // by the browser's own clock, whatever the kit's is: it is the browser that paints
    let stop = systemClock.setTimeout(() => (stop = kit.start()), firstPaint)
    const { screens } = kit.context
    if (screens.getState().status === 'missing') screens.setState({ status: 'coming' }, true)
    return () => {
      screens.setState({ status: 'missing' }, true)
      stop()
    }
  }, [kit, isOnly])
  useEffect(() => (isLikely && isOnly ? preloadWhenIdle(kit, take) : undefined), [isLikely, isOnly, kit, take])
  useEffect(() => {
    if (!isOpen || !isOnly) return
    if (Modal) return
    loadModal(kit).then(take, (cause) => {
      // the code did not come: the flow ends and says why, and the next press asks again
      kit.context.refusal = { [request]: cause }
      kit.close()
    })
  }, [isOpen, isOnly, Modal, kit, take, request])

  /** The flow ends; the button that was pressed offers to try again. */
  function endFlow() {
    kit.context.failures.set('modal', kit.context.clock.now())
    kit.close()
  }

  if (!Modal || !isOnly) return null
  return (
    <ErrorBoundary of={request} fallback={() => null} onError={endFlow}>
      <Modal />
    </ErrorBoundary>
  )
}

/**
 * Whether this provider is the one that shows the modal of its kit: the first to be mounted, and once that one has gone, the next for which the modal
 * opens. A second provider beside it is reported to the page as an error; its components work.
 */
function useIsOnly(kit: Kit, request: number): boolean {
  const isMine = useRef(false)
  const wasReported = useRef(false)
  const [isOnly, setOnly] = useState(false)
  useEffect(() => {
    if (isMine.current) return
    if (!kit.context.hasProvider) {
      setProvider(kit, true)
      isMine.current = true
      setOnly(true)
    } else if (!wasReported.current) {
      wasReported.current = true
      globalThis.reportError?.(optionInvalid('kit', 'has two <KitProvider>s', 'Put one round the whole page, or make a kit for each.'))
    }
  }, [kit, request])
  useEffect(() => () => {
    if (!isMine.current) return
    isMine.current = false
    setProvider(kit, false)
    setOnly(false)
  }, [kit])
  return isOnly
}

function setProvider({ context }: Kit, hasProvider: boolean): void {
  context.hasProvider = hasProvider
}
