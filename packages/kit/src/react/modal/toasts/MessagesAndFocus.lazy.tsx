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
 * The parts that every visit needs soon after the modal has opened: the live region of messages,
 * the focus management, the fading of screens, and the room for windows of other libraries.
 */
export default function MessagesAndFocus() {
  const root = useContext(RootContext)
  const { store } = useRouterOf<unknown>()
  const kit = useKit()
  const isOpen = useKitState(({ modal }) => modal.open)
  useEffect(() => (isOpen ? followOverlays(kit) : undefined), [isOpen, kit])
  useEffect(() => (root instanceof ShadowRoot ? holdFocus(root, store) : undefined), [root, store])
  useEffect(() => {
    const card = root?.querySelector('.card')
    return card ? fadeScreens(card) : undefined
  }, [root])
  return <Toasts />
}
