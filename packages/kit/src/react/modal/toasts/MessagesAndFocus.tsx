import { useContext, useEffect } from 'react'
import { RootContext } from '../../styles/adoptStyles.ts'
import { fadeScreens } from './fadeScreens.ts'
import { holdFocus } from './holdFocus.ts'
import { useRouterOf } from '../router.ts'
import { Toasts } from './Toasts.tsx'

/** The parts that every visit needs soon after the modal has opened: the place of messages, the code that keeps the focus, and the fading of a screen that is left. */
export default function MessagesAndFocus() {
  const root = useContext(RootContext)
  const { store } = useRouterOf<unknown>()
  useEffect(() => (root ? holdFocus(root, store) : undefined), [root, store])
  useEffect(() => {
    const card = root?.querySelector('.card')
    return card ? fadeScreens(card) : undefined
  }, [root])
  return <Toasts />
}
