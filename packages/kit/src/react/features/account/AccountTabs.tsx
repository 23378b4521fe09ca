import { useEffect, useId, useState } from 'react'
import type { ComponentType } from 'react'
import { useMessages } from '../../i18n/useMessages.ts'
import { painted } from '../../../core/page/painted.ts'
import { Prerendered } from '../../modal/Prerendered.tsx'
import { defineMemory } from '../../router/memory.ts'
import { messages as modalMessages } from '../../modal/messages.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { Notice } from '@latchkey/ui/Notice.tsx'
import { SkeletonRow } from '@latchkey/ui/Row.tsx'
import { Tabs, tabIdOf } from '@latchkey/ui/tabs/Tabs.tsx'
import { useKit } from '../../hooks/useKit.ts'
import { useKitState } from '../../hooks/useKitState.ts'
import { useMemory } from '../useMemory.ts'
import type { Tab as TabId } from './index.ts'
import { messages } from './messages.ts'
import { loadTab, loadedTab, tabsOf } from './tabs.ts'
import { EnterTab, useTabPositions } from './TabPositions.tsx'

/** The selected tab. It is restored when the visitor returns from another screen. */
const storedTab = defineMemory<TabId | undefined>(undefined)

/**
 * The tabs of an account's tokens, NFTs and history, beginning with `first`. A single tab is shown
 * without the row of tabs.
 */
export function AccountTabs({ first = 'tokens' }: { first?: TabId }) {
  const t = useMessages(messages)
  const shown = tabsOf(useKit())
  const [active = first, select] = useMemory(storedTab)
  const selected = shown.includes(active) ? active : 'tokens'
  const panelId = useId()
  const [visited, setVisited] = useState<readonly TabId[]>([selected])
  if (!visited.includes(selected)) setVisited([...visited, selected])
  const positions = useTabPositions()
  useLoadedTabs()

  function choose(id: TabId) {
    positions.leave(selected)
    select(id)
  }

  if (shown.length === 1) return <Panel key={selected} id={selected} />
  return (
    <>
      <TransactionEndings />
      <div className="tab-row">
        <Tabs
          label={t('title')}
          tabs={shown.map((id) => ({ id, text: t(id) }))}
          selected={selected}
          onSelect={choose}
          panelId={panelId}
        />
      </div>
      <div
        className="tab-panel"
        role="tabpanel"
        id={panelId}
        aria-labelledby={tabIdOf(panelId, selected)}
        ref={positions.setPanel}
      >
        <EnterTab tab={selected} positions={positions} />
        {/* A visited tab stays mounted with its lists. It is hidden from the keyboard and from
            screen readers. */}
        {shown.map((id) => (
          <Prerendered key={id} isOpen={id === selected} isWanted={visited.includes(id)}>
            <Panel id={id} />
          </Prerendered>
        ))}
      </div>
    </>
  )
}

/**
 * Loads the code of the other tabs after the screen was painted, so that a press shows them at
 * once.
 */
function useLoadedTabs(): void {
  const kit = useKit()
  useEffect(() => {
    let isGone = false
    const loadAll = async () => {
      for (const id of tabsOf(kit)) {
        await painted()
        if (isGone) return
        await loadTab(kit, id).catch(() => {}) // the tab loads its code again
      }
    }
    void loadAll()
    return () => {
      isGone = true
    }
  }, [kit])
}

/**
 * Shows toasts about the outcome of transactions that this browser sent. The code is loaded when
 * there are such transactions.
 */
function TransactionEndings() {
  const hasSent = useKitState(({ pending }) => pending !== undefined)
  const [Toasts, setToasts] = useState<ComponentType>()
  useEffect(() => {
    if (hasSent)
      import('./activity/EndedToasts.lazy.tsx').then(
        ({ EndedToasts }) => setToasts(() => EndedToasts),
        () => {},
      ) // if the code fails to load, only the list of activity shows the outcome
  }, [hasSent])
  return Toasts ? <Toasts /> : null
}

/** The content of a tab, or an error message if its code failed to load. */
function Panel({ id }: { id: TabId }) {
  const t = useMessages(modalMessages)
  const kit = useKit()
  const [Content, setContent] = useState<ComponentType | 'failed' | undefined>(() =>
    loadedTab(kit, id),
  )
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const there = loadedTab(kit, id)
    if (there) return setContent(() => there)
    let isCancelled = false
    loadTab(kit, id).then(
      (loaded) => isCancelled || setContent(() => loaded),
      () => isCancelled || setContent('failed'),
    )
    return () => {
      isCancelled = true
    }
  }, [kit, id, attempt])
  if (Content === undefined)
    return (
      <div className="tokens" aria-busy="true">
        {[0, 1, 2].map((row) => (
          <SkeletonRow key={row} plain />
        ))}
      </div>
    )
  if (Content !== 'failed') return <Content />
  return (
    <Notice
      icon="warning"
      title={t('loadFailed')}
      action={<Button onClick={() => setAttempt(attempt + 1)}>{t('retry')}</Button>}
    >
      {t('loadFailedText')}
    </Notice>
  )
}
