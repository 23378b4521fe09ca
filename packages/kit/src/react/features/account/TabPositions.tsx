import { useLayoutEffect, useState } from 'react'
import { offsetWithin, scrollerOf } from '@latchkey/ui/scroller.ts'

/** The scroll positions of the tabs. */
export type TabPositions = {
  /** The ref of the element below the row of tabs. */
  setPanel: (panel: HTMLElement | null) => void
  /** Stores the position of the tab that is left, before another one is selected. */
  leave: (tab: string) => void
  /** Scrolls to the position of the tab that is now selected. */
  enter: (tab: string) => void
}

/**
 * The scroll positions of the tabs of one screen that scrolls as a whole. Each tab starts at its
 * stored position. The row of tabs does not move, so a visible heading stays visible in the next
 * tab.
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
      const start = offsetWithin(scroller, panel) - row // beyond it, the row sticks to the top
      const top = left < start ? left : Math.max(start, scrollTops.get(tab) ?? start)
      left = undefined
      // a short tab gets the height to be scrolled as far
      panel.style.minBlockSize = top > 0 ? `${scroller.clientHeight - row}px` : ''
      scroller.scrollTop = top
    },
  }
}

/**
 * Restores the position. It is rendered before the panels, because their lists draw the rows at the
 * scroll position.
 */
export function EnterTab({ tab, positions }: { tab: string; positions: TabPositions }) {
  useLayoutEffect(() => positions.enter(tab), [tab, positions])
  return null
}
