import { useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { useStyles } from '../styles/useStyles.ts'
import { nextTab } from './nextTab.ts'
import css from './tabs.css?inline'

type Props<id extends string> = {
  /** The accessible name of the tabs. */
  label: string
  tabs: readonly { id: id; text: string }[]
  selected: id
  onSelect: (id: id) => void
  /** The id of the panel of the selected tab: `role="tabpanel"`, named by {@link tabIdOf}. */
  panelId: string
}

/** Returns the id of a tab's element. The panel uses it to get its accessible name. */
export const tabIdOf = (panelId: string, id: string): string => `${panelId}-${id}`

/**
 * Tabs in the pattern of WAI-ARIA: the tab key reaches only one tab; the arrow keys, Home and End
 * move to a tab and select it. https://www.w3.org/WAI/ARIA/apg/patterns/tabs/
 */
export function Tabs<id extends string>({ label, tabs, selected, onSelect, panelId }: Props<id>) {
  useStyles(css)
  const list = useRef<HTMLDivElement>(null)

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const isReversed = getComputedStyle(event.currentTarget).direction === 'rtl'
    const index = nextTab({
      key: event.key,
      index: tabs.findIndex(({ id }) => id === selected),
      count: tabs.length,
      isReversed,
    })
    const next = index === undefined ? undefined : tabs[index]
    if (!next) return
    event.preventDefault()
    onSelect(next.id)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[index ?? 0]?.focus()
  }

  return (
    <div className="tabs" role="tablist" aria-label={label} ref={list}>
      {tabs.map(({ id, text }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={tabIdOf(panelId, id)}
          aria-selected={id === selected}
          aria-controls={panelId}
          tabIndex={id === selected ? 0 : -1}
          onClick={() => onSelect(id)}
          onKeyDown={onKeyDown}
        >
          <span>{text}</span>
        </button>
      ))}
    </div>
  )
}
