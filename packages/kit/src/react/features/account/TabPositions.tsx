import { useLayoutEffect, useState } from 'react'
import { offsetWithin, scrollerOf } from '../../ui/scroller.ts'

/** How far the screen is scrolled in each tab. */
export type TabPositions = {
  /** The ref of the element below the row of tabs. */
  setPanel: (panel: HTMLElement | null) => void
  /** Remembers the place of the tab that is left, before another one is selected. */
  leave: (tab: string) => void
  /** Takes the screen to the place of the tab that is selected now. */
  enter: (tab: string) => void
}

/**
 * The places of the tabs of a screen that scrolls as a whole. Each tab begins where it was left;
 * the row of tabs stays where it was pressed, so a head that is seen is seen in the next tab, too.
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
      const start = offsetWithin(scroller, panel) - row // from here on, the row stays at the top
      const top = left < start ? left : Math.max(start, scrollTops.get(tab) ?? start)
      left = undefined
      // a short tab has the room to be scrolled as far
      panel.style.minBlockSize = top > 0 ? `${scroller.clientHeight - row}px` : ''
      scroller.scrollTop = top
    },
  }
}

/**
 * Stands before the panels: their lists draw what is seen from the place that it has scrolled to.
 */
export function EnterTab({ tab, positions }: { tab: string; positions: TabPositions }) {
  useLayoutEffect(() => positions.enter(tab), [tab, positions])
  return null
}
