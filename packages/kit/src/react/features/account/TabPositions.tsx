import { useLayoutEffect, useState } from 'react'
import { offsetWithin, scrollerOf } from '@latchkey/ui/scroller.ts'

/** The scroll positions of the tabs. */
export type TabPositions = {
  /** The ref of the element below the row of tabs. */
  setPanel: (panel: HTMLElement | null) => void
  /** Stores the scroll position of a tab, before another tab is selected. */
  leave: (tab: string) => void
  /** Scrolls to the stored position of the newly selected tab. */
  enter: (tab: string) => void
}

/**
 * Returns the scroll positions of the tabs of one screen, which scrolls as a whole. Each tab starts
 * at its stored position. The row of tabs does not move: if the heading above it is visible, it
 * stays visible in the next tab.
 */
export function useTabPositions(): TabPositions {
  return useState(createTabPositions)[0]
}

function createTabPositions(): TabPositions {
  const scrollTops = new Map<string, number>()
  let panel: HTMLElement | null = null
  let left: number | undefined
  return {
    setPanel(element) {
      panel = element
    },
    leave(tab) {
      left = panel ? scrollerOf(panel).scrollTop : undefined
      if (left !== undefined) scrollTops.set(tab, left)
    },
    enter(tab) {
      if (!panel || left === undefined) return
      const scroller = scrollerOf(panel)
      const row = panel.previousElementSibling?.clientHeight ?? 0
      const start = offsetWithin(scroller, panel) - row // from here on the tabs stay on top
      const top = left < start ? left : Math.max(start, scrollTops.get(tab) ?? start)
      left = undefined
      // the tab may be too short to scroll to this position, so it gets a minimum height
      panel.style.minBlockSize = top > 0 ? `${scroller.clientHeight - row}px` : ''
      scroller.scrollTop = top
    },
  }
}

/**
 * Restores the scroll position of the selected tab. It is rendered before the panels, because their
 * lists draw only the rows at the scroll position.
 */
export function EnterTab({ tab, positions }: { tab: string; positions: TabPositions }) {
  useLayoutEffect(() => positions.enter(tab), [tab, positions])
  return null
}
