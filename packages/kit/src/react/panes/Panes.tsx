import { useMemo } from 'react'
import { manifestsOf, viewOf } from '../features/manifests.ts'
import { useRouter } from '../features/router.ts'
import { FrameContext, useFrame } from '../modal/FrameContext.ts'
import type { Frame } from '../modal/FrameContext.ts'
import { RouterContext } from '../modal/router.ts'
import type { PanesProps } from '../panesOf.ts'
import { useKit } from '../hooks/useKit.ts'
import { useStyles } from '../styles/useStyles.ts'
import { createListRouter } from './createListRouter.ts'
import css from './panes.css?inline'
import { useIsWide } from './useIsWide.ts'
import { useSeenFocus } from './useSeenFocus.ts'
import { useWayBack } from './useWayBack.ts'

/**
 * Connect and the screen that follows from it, side by side, as long as the connection asks for no other. In a narrow window one of the two is seen, as without
 * panes; nothing is drawn anew when a window becomes wide or narrow.
 */
export function Panes({ stack, route, shown, card, rest }: PanesProps) {
  useStyles(css)
  const kit = useKit()
  const frame = useFrame()
  const router = useRouter()
  const now = route ?? shown?.route
  const first = viewOf(manifestsOf(kit).store.getState(), 'Connect')
  const list = first && 'View' in first && shown && now && stack[0]?.view === 'Connect' && stack.includes(now) ? { ...shown, route: stack[0], View: first.View } : undefined
  const isResting = list !== undefined && shown?.route.view === 'Connect'
  const isWide = useIsWide() && list !== undefined
  const isListSeen = isWide || isResting
  const { press, led } = useWayBack(isResting && stack.length === 1)
  const listRouter = useMemo(() => createListRouter(router, led), [router, led])
  const ref = useSeenFocus(isWide)
  const [listFrame, besideFrame] = useMemo((): [Frame, Frame] => {
    const ofList: Frame = { ...frame, canGoBack: false, direction: 'none', titleId: isListSeen ? frame.titleId : 'latchkey-list', isQuiet: !isResting }
    return [ofList, { ...frame, titleId: isWide ? 'latchkey-beside' : frame.titleId, isQuiet: isResting }]
  }, [frame, isListSeen, isWide, isResting])
  return (
    <div className="panes" ref={ref} data-wide={isWide ? '' : undefined}>
      <div className="pane" hidden={!isListSeen} onClickCapture={press}>
        {list && (
          <RouterContext.Provider value={listRouter}>
            <FrameContext.Provider value={listFrame}>{card(list)}</FrameContext.Provider>
          </RouterContext.Provider>
        )}
      </div>
      <div className="pane" {...(isWide && { role: 'region', 'aria-labelledby': 'latchkey-beside' })}>
        <FrameContext.Provider value={besideFrame}>{isResting ? isWide && card({ ...list, ...rest }) : card(shown)}</FrameContext.Provider>
      </div>
    </div>
  )
}
