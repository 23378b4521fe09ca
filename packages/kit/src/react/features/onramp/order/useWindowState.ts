import * as times from '@latchkey/protocol/times'
import { useEffect, useState } from 'react'
import { useKit } from '../../../hooks/useKit.ts'
import { providerWindow } from '../providerWindow.ts'
import { contextOf } from '../../../../core/kit/context.ts'

/**
 * The state of the provider's window. `none`: the site's page was reloaded, or the provider's page
 * was opened by a link or in this tab.
 */
export type WindowState = 'open' | 'closed' | 'blocked' | 'none'

/**
 * Returns the state of the provider's window and a function that reads it at once. While
 * `isWanted`, it is also read every second.
 */
export function useWindowState(isWanted: boolean): [state: WindowState, look: () => void] {
  const kit = useKit()
  const [state, setState] = useState(() => stateOf(providerWindow(kit)))
  const look = () => setState(stateOf(providerWindow(kit)))
  useEffect(() => {
    if (!isWanted) return
    let cancel: () => void = () => {}
    const update = () => {
      setState(stateOf(providerWindow(kit)))
      cancel = contextOf(kit).clock.setTimeout(update, times.socialPoll)
    }
    update()
    return () => cancel()
  }, [kit, isWanted])
  return [state, look]
}

function stateOf(opened: ReturnType<typeof providerWindow>): WindowState {
  if (opened === undefined) return 'none'
  if (opened === null) return 'blocked'
  return opened.closed ? 'closed' : 'open'
}
