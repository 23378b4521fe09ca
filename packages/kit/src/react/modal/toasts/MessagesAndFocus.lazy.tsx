import { useContext, useEffect } from 'react'
import { RootContext } from '@latchkey/ui/styles/adoptStyles.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useKitState } from '../../hooks/useKitState.ts'
import { fadeScreens } from './fadeScreens.ts'
import { followOverlays } from './followOverlays.ts'
import { holdFocus } from './holdFocus.ts'
import { useRouterOf } from '../../router/RouterContext.ts'
import { Toasts } from './Toasts.tsx'

/**
 * What every visit needs soon after the modal has opened: the live region for toasts, the focus
 * management, the fading of screens, and making room for other libraries' windows.
 */
export default function MessagesAndFocus() {
  const root = useContext(RootContext)
  const { store } = useRouterOf<unknown>()
  const kit = useKit()
  const isOpen = useKitState(({ modal }) => modal.open)
  const request = useKitState(({ modal }) => modal.request)
  useEffect(() => (isOpen ? followOverlays(kit) : undefined), [isOpen, kit])
  useEffect(() => (root instanceof ShadowRoot ? holdFocus(root, store) : undefined), [root, store])
  useEffect(() => {
    // not while the modal is closed, because the screen of the next opening is drawn then
    const card = isOpen && root?.querySelector('.card')
    return card ? fadeScreens(card) : undefined
  }, [root, isOpen, request]) // each opening has panes of its own
  return <Toasts />
}
