import { firstPaint } from '@latchkey/protocol/times'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ComponentType, ReactNode, RefObject } from 'react'
import { systemClock } from '../../core/page/clock.ts'
import type { Kit } from '../../core/kit/kit.ts'
import type { LastAccount } from '../../core/accounts/session.ts'
import { AvatarContext } from '../account/AvatarContext.ts'
import type { AvatarProps } from '../account/AvatarContext.ts'
import { checkNonce } from './checkNonce.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { InitialStateContext } from './InitialStateContext.ts'
import { initialStateOf } from './initialStateOf.ts'
import { KitContext } from './KitContext.ts'
import { LazyNotices } from './LazyNotices.tsx'
import { loadModal } from './usePress.ts'
import { preloadWhenIdle } from './preloadWhenIdle.ts'
import { reportProvider } from './reportProvider.ts'
import { resumeBuying } from './resumeBuying.ts'
import { useUnstableKitCheck } from './useUnstableKitCheck.ts'
import { NonceContext } from '@latchkey/ui/styles/adoptStyles.ts'
import { useKitState } from '../hooks/useKitState.ts'
import { contextOf } from '../../core/kit/context.ts'

type Props = {
  kit: Kit
  /**
   * The nonce of the page's content security policy, for the styles that a server renders and for
   * browsers without adopted style sheets.
   */
  nonce?: string
  /**
   * The accounts of the visitor's last visit, from `readCookie` of `latchkey/cookie`. A server
   * renders them, and the page shows them until the wallets have answered.
   */
  lastKnown?: readonly LastAccount[]
  /**
   * The site's own avatar component. The page's buttons and the modal use it instead of the kit's.
   */
  avatar?: ComponentType<AvatarProps>
  children?: ReactNode
}

/**
 * Provides a kit to the components below it, and shows its modal. While it is mounted, and after
 * the page's first paint, it looks for wallets and restores an earlier connection. It is safe on a
 * server and under StrictMode.
 * @throws KitError optionInvalid for an invalid `nonce`
 */
export function KitProvider({ kit, nonce, lastKnown, avatar, children }: Props) {
  checkNonce(nonce)
  const first = useMemo(() => lastKnown && initialStateOf(kit, lastKnown), [kit, lastKnown])
  return (
    <KitContext.Provider value={kit}>
      <InitialStateContext.Provider value={first}>
        <NonceContext.Provider value={nonce}>
          <AvatarContext.Provider value={avatar}>
            {children}
            <ErrorBoundary fallback={() => null}>
              <Host kit={kit} />
            </ErrorBoundary>
          </AvatarContext.Provider>
        </NonceContext.Provider>
      </InitialStateContext.Provider>
    </KitContext.Provider>
  )
}

/**
 * Starts the kit, and draws its modal. If the page has a button of the kit, the modal's code is
 * loaded while the page is idle; otherwise, or if the press comes first, when the modal opens.
 */
function Host({ kit }: { kit: Kit }) {
  const { open: isOpen, request } = useKitState(({ modal }) => modal)
  const [isOnly, isOwner] = useIsOnly(kit, request)
  useUnstableKitCheck(kit)
  const [loaded, setLoaded] = useState<{ of: Kit; Modal: ComponentType }>()
  // loading the module has prepared the features of one kit only, so another kit loads it again
  const Modal = loaded?.of === kit ? loaded.Modal : undefined
  const take = useCallback(
    (module: { default: ComponentType }) => setLoaded({ of: kit, Modal: module.default }),
    [kit],
  )
  useEffect(() => {
    if (!isOnly || !isOwner.current) return
    // the browser's own clock, not the kit's, because it has to wait for the browser's paint
    let stop = systemClock.setTimeout(() => {
      const [end, stopResuming] = [kit.start(), resumeBuying(kit)]
      stop = () => [end, stopResuming].forEach((stop) => stop())
    }, firstPaint)
    const { screens } = contextOf(kit)
    if (screens.getState().status === 'missing') screens.setState({ status: 'coming' }, true)
    return () => {
      screens.setState({ status: 'missing' }, true)
      stop()
    }
  }, [kit, isOnly, isOwner])
  useEffect(
    () => (isOnly && isOwner.current ? preloadWhenIdle(kit, take) : undefined),
    [isOnly, isOwner, kit, take],
  )
  useEffect(() => {
    if (!isOpen || !isOnly || !isOwner.current || Modal) return
    loadModal(kit).then(take, (cause) => {
      // the code failed to load: the modal closes with this error, and the next press loads it
      // again
      contextOf(kit).connectErrors = { [request]: cause }
      kit.close()
    })
  }, [isOpen, isOnly, isOwner, Modal, kit, take, request])

  /** Closes the modal after it threw an error; the pressed button then offers a retry. */
  function endFlow() {
    contextOf(kit).failures.set('modal', contextOf(kit).clock.now())
    kit.close()
  }

  if (!isOnly) return null
  return (
    <>
      {contextOf(kit).options.notices !== false && (
        <ErrorBoundary fallback={() => null}>
          <LazyNotices />
        </ErrorBoundary>
      )}
      {Modal && (
        <ErrorBoundary of={request} fallback={() => null} onError={endFlow}>
          <Modal />
        </ErrorBoundary>
      )}
    </>
  )
}

/**
 * Whether this provider shows the modal of its kit. Only one provider at a time does: the first
 * that is mounted. When it is unmounted, the next provider takes over as soon as the modal opens. A
 * second provider at the same time is reported to the page as an error; its components work.
 * @returns first a state, which is true until another provider was found, so that the usual page
 *   renders once. The ref says in an effect whether this provider is the one.
 */
function useIsOnly(kit: Kit, request: number): [isOnly: boolean, isOwner: RefObject<boolean>] {
  const isOwner = useRef(false)
  const wasReported = useRef(false)
  const [isOnly, setOnly] = useState(true)
  useEffect(() => {
    if (isOwner.current) return
    if (!contextOf(kit).hasProvider) {
      setProvider(kit, true)
      isOwner.current = true
      return setOnly(true)
    }
    setOnly(false)
    if (!wasReported.current) {
      wasReported.current = true
      reportProvider('twice')
    }
  }, [kit, request])
  useEffect(
    () => () => {
      if (!isOwner.current) return
      isOwner.current = false
      setProvider(kit, false)
      setOnly(false)
    },
    [kit],
  )
  return [isOnly, isOwner]
}

function setProvider(kit: Kit, hasProvider: boolean): void {
  const context = contextOf(kit)
  context.hasProvider = hasProvider
}
