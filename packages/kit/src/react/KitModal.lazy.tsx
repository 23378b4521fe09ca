import { useEffect, useMemo, useState } from 'react'
import { systemClock } from '../core/page/clock.ts'
import type { Kit } from '../core/kit/kit.ts'
import { borderProps } from '../core/page/border.ts'
import { accountOf } from '../core/kit/state.ts'
import type { ModalState } from '../core/kit/state.ts'
import { ErrorBoundary } from './button/ErrorBoundary.tsx'
import { destinationOf } from './features/destinationOf.ts'
import { loadManifests } from './features/loadManifests.ts'
import { featureOf, manifestsOf, viewOf } from './features/manifests.ts'
import type { AnyFeature, LoadedFeatures } from './features/manifests.ts'
import { prepareFeatures } from './features/prepareFeatures.ts'
import type { Views } from './features/registry.ts'
import { routeFor } from './features/routeFor.ts'
import { screensOf } from './features/screensOf.ts'
import { LazyNotice } from './features/LazyNotice.tsx'
import { useGuards } from './features/useGuards.ts'
import { useHostWallet } from './features/useHostWallet.ts'
import { applyTexts } from './i18n/applyTexts.ts'
import { Prerendered } from './modal/Prerendered.tsx'
import { Dialog } from './modal/Dialog.tsx'
import type { Notice } from './modal/feature.ts'
import { FrameContext } from './modal/FrameContext.ts'
import type { Frame } from './modal/FrameContext.ts'
import { LoadFailed } from './modal/LoadFailed.tsx'
import { Loading } from './modal/Loading.tsx'
import { createRouter } from './router/createRouter.ts'
import { RouterContext } from './router/RouterContext.ts'
import { ScreenFailed } from './modal/ScreenFailed.tsx'
import type { Route } from './router/reducer.ts'
import layout from '@latchkey/ui/styles/layout.css?inline'
import { Root } from './styles/Root.tsx'
import { ShadowHost } from './styles/ShadowHost.tsx'
import { loadPanes, panesOf } from './panesOf.ts'
import type { AnyView, Shown } from './panesOf.ts'
import { useKit } from './hooks/useKit.ts'
import { useKitState } from './hooks/useKitState.ts'
import { useStore } from './hooks/useStore.ts'
import { contextOf } from '../core/kit/context.ts'

/**
 * Loads the parts of the first screen that are not in this module: its texts and, if it is not one
 * of the first screens, the manifests of all features.
 */
export async function prepareModal(kit: Kit): Promise<void> {
  const { store, complete } = loadManifests(kit)
  const { modal } = kit.getState()
  const isLater =
    accountOf(kit.getState()) !== undefined ||
    (modal.open && modal.view !== undefined && !viewOf(store.getState(), modal.view))
  const parts = store.getState().features.map(({ prepareFirst }) => prepareFirst?.(kit))
  const panes = loadPanes(kit, (view) => complete().then(() => fetchView(kit, view)))
  await Promise.all([
    applyTexts(kit),
    ...[...parts, panes, isLater && complete()].map((coming) => coming && coming.catch(() => {})),
  ]) // the card reports a failure to load
}

/** The modal: the dialog, the stack of screens, and the rules for which of them may be shown. */
export default function KitModal() {
  const kit = useKit()
  const modal = useKitState((state) => state.modal)
  const isCovered = useKitState((state) => state.covered)
  const known = useStore(manifestsOf(kit).store)
  const [opening, setOpening] = useState(() => openingOf(kit, modal))
  // each opening has a stack of its own from its first render on
  if (!isOf(opening, modal)) setOpening(openingOf(kit, modal))
  const { router } = opening
  const { stack, direction } = useStore(router.store)
  const isConnected = accountOf(useKitState((now) => now)) !== undefined
  useEffect(() => {
    if (known.isComplete) contextOf(kit).screens.setState(screensOf(kit, known), true)
  }, [kit, known])
  useEffect(() => {
    if (!modal.open) return
    // runs after the card was painted
    void painted().then(() => prepareFeatures(kit))
    // before the first opening no request is sent
    if (contextOf(kit).options.debug)
      import('./developer/findFaults.lazy.ts').then(
        ({ findFaults }) => findFaults(kit),
        () => {},
      ) // without the checks if their code fails to load
  }, [modal.open, kit])
  useHostWallet(router)
  // the guards of a connected visitor are only known with all manifests; the same holds for a
  // screen that no loaded manifest has
  const isKnown =
    known.isComplete || (!isConnected && stack.every(({ view }) => viewOf(known, String(view))))
  const route = isKnown ? routeFor(kit, known, stack, router.destination()) : undefined
  useGuards(router, route)
  const [shown, retry] = useShown(kit, known, route, opening.request, modal.open)
  /**
   * The visit whose screen threw an error. A screen that threw or failed to load can always be
   * closed.
   */
  const [broken, setBroken] = useState<string>()
  const visit = shown && visitOf(shown)
  const isThere = shown?.View !== undefined && broken !== visit
  const isClosable = !isThere || !route || (viewOf(known, route.view)?.mayClose?.(kit) ?? true)

  const isFirst = shown?.route === stack[0]

  const isSharing = useKitState(
    ({ connectors, overlaid }) => overlaid || connectors.some(({ isInPage }) => isInPage),
  )

  const frame = useMemo((): Frame => {
    // while the code of the next screen loads, the first screen has no back button; a screen whose
    // manifest failed to load leads back to the previous one
    const canGoBack =
      stack.length > 1 && !isFirst && (route ? stack.at(-1)?.view === route.view : !isConnected)
    return {
      canGoBack,
      isClosable,
      back: router.back,
      close: kit.close,
      direction,
      titleId: 'latchkey-title',
    }
  }, [stack, route, isFirst, isConnected, isClosable, direction, router, kit])

  const { Panes, rest } = opening.panes
  const card = (screen: Shown | undefined) => (
    <Card
      key={opening.request}
      isOpen={modal.open}
      isTall={isConnected && (opening.viewName ?? 'Account') === 'Account'}
      shown={screen}
      onRetry={retry}
      onBroken={setBroken}
    />
  )

  return (
    <ShadowHost css={layout} isLayer>
      <Root events={borderProps}>
        <RouterContext.Provider value={router}>
          <FrameContext.Provider value={frame}>
            <Dialog
              isOpen={modal.open}
              isModal={!isSharing}
              isCovered={isCovered}
              isClosable={isClosable}
              onClose={kit.close}
              toasts={<Notices features={known.features} />}
            >
              <Prerendered isOpen={modal.open} isWanted={!isConnected}>
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
          </FrameContext.Provider>
        </RouterContext.Provider>
      </Root>
    </ShadowHost>
  )
}

/**
 * Resolves when the current state was painted: in a task after the next frame, as work inside a
 * frame delays it. It uses the browser's clock, even if the kit has another.
 */
const painted = () =>
  new Promise<void>((done) => requestAnimationFrame(() => systemClock.setTimeout(done, 0)))

/** The alert for the site's developer, over the card. */
const alert: Notice = {
  when: (state) => state.alert,
  load: () => import('./modal/alert/AlertBar.lazy.tsx'),
}
/**
 * The live region of messages. It is drawn on every visit, before there is a message: a screen
 * reader announces only changes inside an element that already exists.
 */
const messages: Notice = {
  when: ({ toast, modal }) => toast ?? modal.open,
  load: () => painted().then(() => import('./modal/toasts/MessagesAndFocus.lazy.tsx')),
}

/** The notices over the card: the alert, those of features, messages. */
function Notices({ features }: { features: readonly AnyFeature[] }) {
  return (
    <>
      <LazyNotice notice={alert} />
      {features.map(
        (feature) => feature.notice && <LazyNotice key={feature.id} notice={feature.notice} />,
      )}
      <LazyNotice notice={messages} />
    </>
  )
}

/** The key of one visit of a screen. */
const visitOf = ({ request, route }: Shown): string => `${request} ${route.view} ${route.visit}`

function Card({
  isOpen,
  isTall,
  shown,
  onRetry,
  onBroken,
}: {
  isOpen: boolean
  isTall: boolean
  shown: Shown | undefined
  onRetry: () => void
  onBroken: (visit: string | undefined) => void
}) {
  if (!shown) return <Loading isTall={isTall} />
  const { route, View } = shown
  if (!View) return <LoadFailed onRetry={onRetry} />
  const visit = visitOf(shown)
  const failed = (retry: () => void) => {
    const retryOnce = () => {
      onBroken(undefined)
      retry()
    }
    return <ScreenFailed onRetry={retryOnce} />
  }
  return (
    // a screen that threw while it was prerendered is drawn again after the press
    <ErrorBoundary
      of={`${visit} ${isOpen}`}
      onError={() => isOpen && onBroken(visit)}
      fallback={failed}
    >
      <View key={`${route.view} ${route.visit}`} params={route.params} />
    </ErrorBoundary>
  )
}

/** The number of the present opening or, while the modal is closed, of the next one. */
const requestOf = (modal: ModalState): number => (modal.open ? modal.request : modal.request + 1)
/** The requested screen, if it is not the usual first one. */
const requestedView = (modal: ModalState): string | undefined =>
  modal.open ? modal.view : undefined

const isOf = (
  opening: { request: number; viewName: string | undefined },
  modal: ModalState,
): boolean => opening.request === requestOf(modal) && opening.viewName === requestedView(modal)

function openingOf(kit: Kit, modal: ModalState) {
  const { store } = manifestsOf(kit)
  const first = (
    modal.open && modal.view
      ? { view: modal.view, params: modal.params }
      : { view: 'Connect', params: undefined }
  ) as Route<Views>
  const isThere = (known: LoadedFeatures, view: string) =>
    !known.isComplete || viewOf(known, view) !== undefined
  const destination = destinationOf(kit, store.getState(), first)
  // code that loads late is used from the next opening on: it would draw an open screen anew
  return {
    request: requestOf(modal),
    viewName: requestedView(modal),
    panes: { ...panesOf(kit) },
    router: createRouter<Views>(first, {
      destination,
      isReachable: (view) => isThere(store.getState(), view),
    }),
  }
}

/**
 * Shows the current screen until the code and the texts of the next one are loaded, so that the
 * card does not flash. A screen of an earlier opening is not shown again, nor is one that was
 * prerendered while the modal was closed. Without `route`, the screen depends on manifests that are
 * not loaded yet.
 */
function useShown(
  kit: Kit,
  known: LoadedFeatures,
  route: Route<Views> | undefined,
  request: number,
  isOpen: boolean,
): [shown: Shown | undefined, retry: () => void] {
  const [loaded] = useState(() => new Map<keyof Views, AnyView>())
  const [last, setLast] = useState<Shown>()
  const [attempt, setAttempt] = useState(0)
  const view = route && viewOf(known, route.view)
  // the types of features do without those of React, which alone draws screens
  const ready = route && (view && 'View' in view ? (view.View as AnyView) : loaded.get(route.view))
  useEffect(() => {
    if (ready && route) {
      if (isOpen) {
        setLast({ request, route, View: ready })
        kit.store.setState({ shown: { request, view: route.view } })
      }
      return
    }
    let isCancelled = !isOpen
    fetchView(kit, route?.view).then(
      (View) => {
        // the manifests are loaded, and the next route follows from them
        if (!View || !route) return
        loaded.set(route.view, View)
        if (!isCancelled) setLast({ request, route, View })
      },
      // the chunk failed to load; the card reports it
      () => !isCancelled && setLast({ request, route: route ?? unknown, View: undefined }),
    )
    return () => {
      isCancelled = true
    }
  }, [kit, request, route, ready, attempt, loaded, isOpen])
  const shown = last?.request === request ? last : undefined
  return [
    ready && route ? { request, route, View: ready } : shown,
    () => setAttempt((now) => now + 1),
  ]
}

/** The route of a screen whose manifest is not loaded yet. */
const unknown: Route<Views> = { view: 'Loading', params: undefined }

/**
 * Loads the code of a screen, and the texts of all screens. Resolves to undefined if only manifests
 * were missing.
 */
async function fetchView(kit: Kit, name: keyof Views | undefined): Promise<AnyView | undefined> {
  const { store, complete } = manifestsOf(kit)
  const feature = name && featureOf(store.getState(), name)
  const view = name && feature?.views[name]
  if (!view || !('load' in view)) return void (await complete())
  const [module] = await Promise.all([view.load(), applyTexts(kit)])
  return module.default as AnyView // a component of React, as above
}
