import type { Kit } from '../core/kit/kit.ts'
import { perKit } from '../core/kit/perKit.ts'
import { sessionListeners } from './dispatch.ts'
import { forgetLeft } from './forgetAccount.ts'
import { recordLate, recordWalletLeft } from './recordWalletChange.ts'
import { rememberAccounts, rememberNetwork, rememberRecent } from './rememberVisit.ts'
import { reportSession } from './reportSession.ts'
import { resumeAfter } from './resumeTransactions.ts'
import { endMissedCount, shareChanges, shareChoice } from './shareWithTabs.ts'

const listening = perKit(() => ({ isStarted: false }))

/**
 * Starts all that follows from changes of sessions: what is stored for the next visit, shared with
 * the other tabs, shown in the modal, reported to the site, or followed. Does nothing if it has
 * started before. The listeners run in this order.
 */
export function startListeners(kit: Kit): void {
  const task = listening(kit)
  if (task.isStarted) return
  task.isStarted = true
  kit.subscribe((state, previous) => {
    rememberNetwork(kit, state, previous)
    if (state.connectors !== previous.connectors) endMissedCount(kit)
    if (state.sessions === previous.sessions) return
    rememberAccounts(kit, state)
    recordWalletLeft(kit, state, previous)
    shareChanges(kit, state, previous)
    recordLate(kit, state, previous)
    forgetLeft(kit, previous)
  })
  sessionListeners(kit).subscribe((namespace, event) => {
    shareChoice(kit, namespace, event)
    rememberRecent(kit, event)
    reportSession(kit, namespace, event)
    resumeAfter(kit, event)
  })
}
