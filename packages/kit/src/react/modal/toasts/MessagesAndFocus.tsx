import { useContext, useEffect } from 'react'
import { RootContext } from '../../styles/adoptStyles.ts'
import { holdFocus } from './holdFocus.ts'
import { useRouterOf } from '../router.ts'
import { Toasts } from './Toasts.tsx'

/** The parts that every visit needs soon after the modal has opened: the place of messages, and the code that keeps the focus. */
export default function MessagesAndFocus() {
  const root = useContext(RootContext)
  const { store } = useRouterOf<unknown>()
  useEffect(() => (root ? holdFocus(root, store) : undefined), [root, store])
  return <Toasts />
}
