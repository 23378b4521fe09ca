import { useMemo } from 'react'
import { accountOf } from '../../core/kit/state.ts'
import { manifestsOf, viewOf } from '../features/manifests.ts'
import type { Views } from '../features/registry.ts'
import { useRouter } from '../features/router.ts'
import { FrameContext, useFrame } from '../modal/FrameContext.ts'
import type { Frame } from '../modal/FrameContext.ts'
import { RouterContext } from '../router/RouterContext.ts'
import type { Route } from '../router/reducer.ts'
import type { AnyView, PanesProps } from '../panesOf.ts'
import { useKit } from '../hooks/useKit.ts'
import { useKitState } from '../hooks/useKitState.ts'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { createListRouter } from './createListRouter.ts'
import css from './panes.css?inline'
import { useIsWide } from './useIsWide.ts'
import { useSeenFocus } from './useSeenFocus.ts'
import { useFocusReturn } from './useFocusReturn.ts'

/** The route of Connect when it replaces a screen that needs a connection. */
const inPlace: Route<Views> = { view: 'Connect', params: undefined }

/**
 * Returns the route of Connect if it is at the bottom of the stack, or if it replaces the screen
 * there. Otherwise it returns undefined.
 */
function baseOf(
  [first]: readonly Route<Views>[],
  isReplaced: (view: string) => boolean,
): Route<Views> | undefined {
  if (!first) return undefined
  return first.view === 'Connect' ? first : isReplaced(first.view) ? inPlace : undefined
}

/**
 * Shows Connect and the screen that follows from a choice there side by side, as long as the state
 * of the connection requires no other screen. In a narrow window only one of them is visible. When
 * the window becomes wide or narrow, nothing is rendered again.
 */
export function Panes({ stack, route, shown, card, rest }: PanesProps) {
  useStyles(css)
  const kit = useKit()
  const frame = useFrame()
  const router = useRouter()
  const isConnected = accountOf(useKitState((state) => state)) !== undefined
  const known = manifestsOf(kit).store.getState()
  const connect = viewOf(known, 'Connect')
  const base = baseOf(stack, (view) => !isConnected && !viewOf(known, view)?.needsNoAccount)
  const now = route ?? shown?.route
  const isOfList = now !== undefined && (now.view === 'Connect' || stack.includes(now))
  const list =
    base && connect && 'View' in connect && shown && isOfList
      ? { ...shown, route: base, View: connect.View as AnyView } // features do not use React types
      : undefined
  const isDefaultShown = list !== undefined && shown?.route.view === 'Connect'
  const isWide = useIsWide() && list !== undefined
  const isListSeen = isWide || isDefaultShown
  const { press, markOrigin } = useFocusReturn(isDefaultShown && stack.length === 1)
  const listRouter = useMemo(() => createListRouter(router, markOrigin), [router, markOrigin])
  const ref = useSeenFocus(isWide)
  const [listFrame, sideFrame] = useMemo((): [Frame, Frame] => {
    const frameOfList: Frame = {
      ...frame,
      canGoBack: false,
      direction: 'none',
      titleId: isListSeen ? frame.titleId : 'latchkey-list',
      keepsFocus: !isDefaultShown,
    }
    return [
      frameOfList,
      { ...frame, titleId: isWide ? 'latchkey-beside' : frame.titleId, keepsFocus: isDefaultShown },
    ]
  }, [frame, isListSeen, isWide, isDefaultShown])
  return (
    <div className="panes" ref={ref} data-wide={isWide ? '' : undefined}>
      <div className="pane" hidden={!isListSeen} onClickCapture={press}>
        {list && (
          <RouterContext.Provider value={listRouter}>
            <FrameContext.Provider value={listFrame}>{card(list)}</FrameContext.Provider>
          </RouterContext.Provider>
        )}
      </div>
      <div
        className="pane"
        {...(isWide && { role: 'region', 'aria-labelledby': 'latchkey-beside' })}
      >
        <FrameContext.Provider value={sideFrame}>
          {isDefaultShown ? isWide && card({ ...list, ...rest }) : card(shown)}
        </FrameContext.Provider>
      </div>
    </div>
  )
}
