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
 * Starts the listeners to changes of sessions. They store data for the next visit, share it with
 * the other tabs, show changes in the modal, report events to the site, and follow transactions.
 * They run in the order of this function. A second call does nothing.
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
