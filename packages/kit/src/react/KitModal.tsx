import { useEffect, useMemo, useState } from 'react'
import type { ComponentType } from 'react'
import type { ModalState } from '../core/state.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { viewOf } from './features/index.ts'
import type { Views } from './features/index.ts'
import { routeFor } from './features/routeFor.ts'
import { useHome } from './features/useHome.ts'
import { applyTexts } from './i18n/catalogues.ts'
import { Dialog } from './modal/Dialog.tsx'
import { FrameContext } from './modal/FrameContext.ts'
import type { Frame } from './modal/FrameContext.ts'
import { LoadFailed } from './modal/LoadFailed.tsx'
import { Loading } from './modal/Loading.tsx'
import { createRouter, RouterContext } from './modal/router.ts'
import { ScreenFailed } from './modal/ScreenFailed.tsx'
import type { Route } from './modal/router.ts'
import layout from './styles/layout.css?inline'
import { Root } from './styles/Root.tsx'
import { ShadowHost } from './styles/ShadowHost.tsx'
import { useAccount } from './useAccount.ts'
import { useKit } from './useKit.ts'
import { useKitState } from './useKitState.ts'
import { useNetwork } from './useNetwork.ts'
import { useStore } from './useStore.ts'

export { applyTexts }

type AnyView = ComponentType<{ params: unknown }>
/** What is on the card: a screen whose code has come, or word that it did not. */
type Shown = { request: number; route: Route<Views>; View: AnyView | undefined }

/** The modal: the dialog, the stack of screens, and which of them may be shown to whom. */
export default function KitModal() {
  const kit = useKit()
  const modal = useKitState((state) => state.modal)
  const [opening, setOpening] = useState(() => openingOf(modal))
  // each opening has a stack of its own, from its first render on
  if (opening.request !== modal.request) setOpening(openingOf(modal))
  const { router } = opening
  const { stack, direction } = useStore(router.store)
  const state = useKitState((now) => now)
  useEffect(() => {
    if (!kit.context.options.debug) return
    import('./tellUnknownTexts.ts').then(({ tellUnknownTexts }) => tellUnknownTexts(kit), () => {}) // a check that does not come is none
    import('./tellMissing.ts').then(({ tellDeadApi, tellMissing }) => {
      tellMissing(kit)
      return tellDeadApi(kit)
    }, () => {}) // likewise
  }, [kit])
  useEffect(() => {
    if (!modal.open) return
    // what the press of a wallet will need, once the card has been painted; what does not come is asked for again then
    void painted().then(() => {
      for (const source of kit.context.sources.all()) source.prepare()
      void Promise.allSettled([import('./features/connecting/ConnectingExternalView.tsx'), import('../connection/actions.ts').then(({ shareConnections }) => shareConnections(kit)), kit.context.options.services?.relay && import('./features/connecting/ConnectingWalletConnectView.tsx')])
    })
  }, [modal.open, kit])
  useHome(router)
  // by the hooks of the page: what later screens share with it is imported here, too, or bundlers cut it out of the page's first load
  const { isSupported } = useNetwork()
  const isAstray = 'account' in useAccount() && !isSupported && !kit.context.options.allowUnsupportedChain
  const route = routeFor(kit, state, stack)
  const [shown, retry] = useShown(route, opening.request)
  /** The visit whose screen threw: it may be left in any case. */
  const [broken, setBroken] = useState<string>()
  const visit = shown && visitOf(shown)
  // on its way out of a foreign network a visitor is not let go half-way
  const isClosable = (visit !== undefined && broken === visit) || (viewOf(route.view).isClosable !== false && !(['SwitchNetwork', 'Profile'].includes(route.view) && isAstray))

  const isFirst = shown?.route === stack[0]

  const frame = useMemo((): Frame => {
    // the first screen, while the code of the next comes, leads nowhere back
    const canGoBack = stack.length > 1 && stack.at(-1)?.view === route.view && !isFirst
    return { canGoBack, isClosable, back: router.back, close: kit.close, direction }
  }, [stack, route.view, isFirst, isClosable, direction, router, kit])

  return (
    <ShadowHost css={layout}>
      <Root>
        <RouterContext.Provider value={router}>
          <FrameContext.Provider value={frame}>
            <Dialog isOpen={modal.open} isClosable={isClosable} onClose={kit.close} toasts={<><Late of="alert" /><Late of="news" /><Late of="toast" /></>}>
              {modal.open && <Card shown={shown} onRetry={retry} onBroken={setBroken} />}
            </Dialog>
          </FrameContext.Provider>
        </RouterContext.Provider>
      </Root>
    </ShadowHost>
  )
}

/** Resolves when what is to be shown now has been. */
const painted = () => new Promise<unknown>((done) => requestAnimationFrame(() => requestAnimationFrame(done)))

/** What stands over the card once it is needed, by what of the state it tells: what the site's developer should know, and what wallets did by themselves. */
const late = {
  alert: () => import('./modal/AlertBar.tsx'),
  news: () => import('./features/profile/News.tsx'),
  /** Of every visit, but before there is a message: only what changes in a place that is there is read out. */
  toast: () => painted().then(() => import('./modal/Companion.tsx')),
}

/** A part of `late`; its code comes with the first that it has to tell, or soon after the modal opened. Where it does not come, with the next, or with the network. */
function Late({ of }: { of: keyof typeof late }) {
  const need = useKitState((state) => state[of] ?? (of === 'toast' && state.modal.open))
  const [Part, setPart] = useState<ComponentType>()
  useEffect(() => {
    if (!need || Part) return
    const load = () => late[of]().then((part) => setPart(() => part.default), () => {}) // the screens do without
    void load()
    addEventListener('online', load)
    return () => removeEventListener('online', load)
  }, [need, of, Part])
  return Part ? <ErrorBoundary fallback={() => null}><Part /></ErrorBoundary> : null
}

/** One visit of a screen, by name. */
const visitOf = ({ request, route }: Shown): string => `${request} ${route.view} ${route.visit}`

function Card({ shown, onRetry, onBroken }: { shown: Shown | undefined; onRetry: () => void; onBroken: (visit: string | undefined) => void }) {
  if (!shown) return <Loading />
  const { route, View } = shown
  if (!View) return <LoadFailed onRetry={onRetry} />
  const visit = visitOf(shown)
  const failed = (retry: () => void) => {
    const again = () => {
      onBroken(undefined)
      retry()
    }
    return <ScreenFailed onRetry={again} />
  }
  return (
    <ErrorBoundary of={visit} onError={() => onBroken(visit)} fallback={failed}>
      <View key={`${route.view} ${route.visit}`} params={route.params} />
    </ErrorBoundary>
  )
}

function openingOf(modal: ModalState) {
  const first = modal.open && modal.view ? { view: modal.view, params: modal.params } : { view: 'Connect', params: undefined }
  return { request: modal.request, router: createRouter<Views>(first as Route<Views>) } // `open` takes no screen that needs parameters; who sets the state itself brings them
}

/**
 * Keeps the screen that is there until the code of the next one has come, so that nothing flashes. What an earlier opening of
 * the modal showed is not shown again.
 */
function useShown(route: Route<Views>, request: number): [shown: Shown | undefined, retry: () => void] {
  const [loaded] = useState(() => new Map<keyof Views, AnyView>())
  const [last, setLast] = useState<Shown>()
  const [attempt, setAttempt] = useState(0)
  const view = viewOf(route.view)
  const ready = 'View' in view ? view.View : loaded.get(route.view)
  useEffect(() => {
    let isGone = false
    const to = viewOf(route.view)
    if (ready || !('load' in to)) return setLast({ request, route, View: ready })
    to.load().then(
      (module) => {
        loaded.set(route.view, module.default)
        if (!isGone) setLast({ request, route, View: module.default })
      },
      () => !isGone && setLast({ request, route, View: undefined }), // the chunk did not come; the card says so
    )
    return () => {
      isGone = true
    }
  }, [request, route, ready, attempt, loaded])
  const shown = last?.request === request ? last : undefined
  return [ready ? { request, route, View: ready } : shown, () => setAttempt((now) => now + 1)]
}
