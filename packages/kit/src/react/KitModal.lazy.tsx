import { useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { Kit } from '../core/kit/kit.ts'
import { loadCatalogue } from '../domains/wallets/followCatalogue.ts'
import { borderProps } from '../core/page/border.ts'
import { accountOf } from '../core/kit/state.ts'
import { fetchView } from './features/fetchView.ts'
import { loadManifests } from './features/loadManifests.ts'
import { manifestsOf, viewOf } from './features/manifests.ts'
import type { LoadedFeatures } from './features/manifests.ts'
import { home, routeFor } from './features/routeFor.ts'
import { screensOf } from './features/screensOf.ts'
import { useGuards } from './features/useGuards.ts'
import { useHostWallet } from './features/useHostWallet.ts'
import { applyTexts } from './i18n/applyTexts.ts'
import { Card, visitOf } from './kitModal/Card.tsx'
import { ModalNotices } from './kitModal/ModalNotices.tsx'
import { rested } from './kitModal/rested.ts'
import { painted } from '../core/page/painted.ts'
import { useOpening } from './kitModal/useOpening.ts'
import type { Opening } from './kitModal/useOpening.ts'
import { useShown } from './kitModal/useShown.ts'
import { Prerendered } from './modal/Prerendered.tsx'
import { Dialog } from './modal/Dialog.tsx'
import { FrameContext } from './modal/FrameContext.ts'
import type { Frame } from './modal/FrameContext.ts'
import { RouterContext } from './router/RouterContext.ts'
import layout from '@latchkey/ui/styles/layout.css?inline'
import { Root } from './styles/Root.tsx'
import { ShadowHost } from './styles/ShadowHost.tsx'
import { loadPanes } from './panesOf.ts'
import type { Shown } from './panesOf.ts'
import { useKit } from './hooks/useKit.ts'
import { useKitState } from './hooks/useKitState.ts'
import { useStore } from './hooks/useStore.ts'
import { contextOf } from '../core/kit/context.ts'

/**
 * Loads what the modal's first screen needs besides this module:
 * - the texts, and the parts of the screen that only some sites have
 * - the layout of a wide modal, if the site wants it
 * - the manifests of all features, if this module does not contain the screen
 */
export async function prepareModal(kit: Kit): Promise<void> {
  const { store, complete } = loadManifests(kit)
  const { modal } = kit.getState()
  const isLater =
    accountOf(kit.getState()) !== undefined ||
    (modal.open && modal.view !== undefined && !viewOf(store.getState(), modal.view))
  // an error is ignored: the press loads this code again
  Promise.all([import('../session/flow/awaitFlow.lazy.ts'), loadCatalogue(kit)]).catch(() => {})
  const parts = store.getState().features.map(({ prepareFirst }) => prepareFirst?.(kit))
  const panes = loadPanes(kit, (view) => complete().then(() => fetchView(kit, view)))
  await Promise.all([
    applyTexts(kit),
    ...[...parts, panes, isLater && complete()].map((coming) => coming && coming.catch(() => {})),
  ]) // the card shows the error of a failed load
}

/** The modal: the dialog with the stack of screens. It decides which screen is shown. */
export default function KitModal() {
  const kit = useKit()
  const modal = useKitState((state) => state.modal)
  const isCovered = useKitState((state) => state.covered)
  const isSharing = useKitState(
    ({ connectors, overlaid }) => overlaid || connectors.some(({ isInPage }) => isInPage),
  )
  const known = useStore(manifestsOf(kit).store)
  const opening = useOpening(modal)
  const screen = useScreen(opening, known, modal.open)
  const { stack, route, shown, isConnected } = screen
  useFeatureWork(known, modal.open, shown?.route.view)
  const { Panes, rest } = opening.panes
  const card = (content: Shown | undefined) => (
    <Card
      key={opening.request}
      isOpen={modal.open}
      isTall={isConnected && (!modal.open || (modal.view ?? home.view) === home.view)}
      shown={content}
      onRetry={screen.retry}
      onBroken={screen.setBroken}
    />
  )

  return (
    <Border router={opening.router} frame={screen.frame}>
      <Dialog
        isOpen={modal.open}
        isModal={!isSharing}
        isCovered={isCovered}
        isClosable={screen.frame.isClosable}
        onClose={kit.close}
        toasts={<ModalNotices features={known.features} />}
      >
        <Prerendered isOpen={modal.open} isWanted={!isConnected || shown?.route.view === home.view}>
          {Panes && rest ? (
            <Panes
              key={opening.request}
              stack={stack}
              route={route}
              shown={shown}
              card={card}
              rest={rest}
            />
          ) : (
            card(shown)
          )}
        </Prerendered>
      </Dialog>
    </Border>
  )
}

/**
 * Returns what an opening shows: the route of its screen, the screen that is shown at the moment,
 * and the frame around it. `shown` is the previous screen until the code of `route` is loaded.
 * `retry` loads the code again. `setBroken` takes the visit of a screen that threw an error.
 */
function useScreen({ request, router }: Opening, known: LoadedFeatures, isOpen: boolean) {
  const kit = useKit()
  const isConnected = accountOf(useKitState((now) => now)) !== undefined
  const { stack, direction } = useStore(router.store)
  useHostWallet(router)
  // All manifests are needed to know the guards of a connected visitor, and to find a screen that
  // no loaded manifest has.
  const isKnown =
    known.isComplete || (!isConnected && stack.every(({ view }) => viewOf(known, String(view))))
  const route = isKnown ? routeFor(kit, known, stack, router.destination()) : undefined
  useGuards(router, route)
  const [shown, retry] = useShown(kit, known, route, request, isOpen)

  // a screen that threw an error or failed to load can always be closed
  const [broken, setBroken] = useState<string>()
  const isThere = shown?.View !== undefined && broken !== visitOf(shown)
  const isClosable = !isThere || !route || (viewOf(known, route.view)?.mayClose?.(kit) ?? true)

  // While the next screen's code loads, the first screen gets no back button. A screen whose
  // manifest failed to load has one, which leads to the previous screen.
  const isFirst = shown?.route === stack[0]
  const canGoBack =
    stack.length > 1 && !isFirst && (route ? stack.at(-1)?.view === route.view : !isConnected)
  const frame = useMemo(
    (): Frame => ({
      canGoBack,
      isClosable,
      back: router.back,
      close: kit.close,
      direction,
      titleId: 'latchkey-title',
    }),
    [canGoBack, isClosable, direction, router, kit],
  )
  return { stack, route, shown, retry, setBroken, frame, isConnected }
}

/**
 * Reports the loaded screens to the kit, prepares the features when the modal has opened, and loads
 * the code that a press on the shown screen (`view`) will need.
 */
function useFeatureWork(known: LoadedFeatures, isOpen: boolean, view: string | undefined): void {
  const kit = useKit()
  useEffect(() => {
    if (known.isComplete) contextOf(kit).screens.setState(screensOf(kit, known), true)
  }, [kit, known])
  useEffect(() => {
    if (!isOpen) return
    // soon, because some wallets of this browser are found only now, and rows soon stop moving
    void painted().then(() =>
      contextOf(kit)
        .sources.all()
        .forEach((source) => source.prepare()),
    )
    void atRest(({ prepareFeatures }) => prepareFeatures(kit))
    if (contextOf(kit).options.debug)
      import('./developer/findFaults.lazy.ts').then(
        ({ findFaults }) => findFaults(kit),
        () => {},
      ) // if the code fails to load, the checks are left out
  }, [isOpen, kit])
  useEffect(() => {
    if (!isOpen || !view) return
    const leaving = new AbortController()
    void atRest(({ prepareView }) => prepareView(kit, view, leaving.signal))
    return () => leaving.abort()
  }, [isOpen, kit, view])
}

/**
 * Calls `prepare` when the screen has come to rest. The code for this is loaded only then. If it
 * fails to load, a press loads what it needs.
 */
const atRest = (
  prepare: (code: typeof import('./features/prepareFeatures.lazy.ts')) => Promise<void>,
): Promise<void> =>
  rested()
    .then(() => import('./features/prepareFeatures.lazy.ts'))
    .then(prepare, () => {})

/** The shadow root of the modal. It gives the screens the router and the frame. */
const Border = ({
  router,
  frame,
  children,
}: {
  router: Opening['router']
  frame: Frame
  children: ReactNode
}) => (
  <ShadowHost css={layout} isLayer>
    <Root events={borderProps}>
      <RouterContext.Provider value={router}>
        <FrameContext.Provider value={frame}>{children}</FrameContext.Provider>
      </RouterContext.Provider>
    </Root>
  </ShadowHost>
)
