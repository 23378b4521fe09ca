import { Fragment, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent, ReactNode, RefObject } from 'react'
import { useStyles } from '../../styles/useStyles.ts'
import { nextIndex } from '../nextIndex.ts'
import { itemsBetween, offsetOf, placeSections } from './sectionLayout.ts'
import type { PlacedSection, Section } from './sectionLayout.ts'
import { coveredAbove } from '../coveredAbove.ts'
import { offsetWithin, scrollerOf } from '../../scroller.ts'
import { useVisibleRange } from './useVisibleRange.ts'
import css from './virtualList.css?inline'

/**
 * The attributes of the control in an item. `data-index` identifies it. The tab key reaches only
 * one item of the list.
 */
export type ListPosition = { 'data-index': number; tabIndex: 0 | -1 }

type Props<item> = {
  sections: readonly Section<item>[]
  /** The height of a row in CSS pixels. */
  rowHeight: number
  headingHeight: number
  /** The index of the item that gets the focus at first; -1 for none. */
  start: number
  /** Whether there may be more items than those that are loaded. */
  isOpen: boolean
  renderItem: (item: item, position: ListPosition) => ReactNode
  /**
   * Loads more items. It is called when few loaded items are left to scroll to, and again after
   * each load while that is so.
   */
  onEndNear: (() => void) | undefined
}

/** How many items above and below the visible part are also rendered, after the first render. */
const ahead = 6
/** `onEndNear` is called when this many items or fewer are left below the visible part. */
const nearEnd = 20

/**
 * A long list with section titles, in a scrolling element. Only its visible items are rendered. The
 * arrow keys move the focus between the items; the tab key reaches only one of them.
 */
export function VirtualList<item extends { id: string }>({
  sections,
  rowHeight: row,
  headingHeight: heading,
  start,
  isOpen,
  renderItem,
  onEndNear,
}: Props<item>) {
  useStyles(css)
  const list = useRef<HTMLDivElement>(null)
  const heights = useMemo(() => ({ row, heading }), [row, heading])
  const placed = useMemo(() => placeSections(sections, heights), [sections, heights])
  const last = placed.at(-1)
  const count = last ? last.first + last.items.length : 0
  const [focus, setFocus] = useState({ index: Math.max(0, start), moves: start >= 0 ? 1 : 0 })
  const current = Math.min(focus.index, Math.max(0, count - 1))
  const { top, bottom, isFirst } = useVisibleRange(list, row)
  const more = isFirst ? 0 : ahead * row
  const range = { top: top - more, bottom: bottom + more }
  useReveal(list, focus, offsetOf(placed, current, heights), heights)

  const isEndNear = count > 0 && offsetOf(placed, Math.max(0, count - nearEnd), heights) < bottom
  useEffect(() => {
    if (isEndNear) onEndNear?.()
  }, [isEndNear, count]) // oxlint-disable-line react/exhaustive-deps -- a new `onEndNear` must not load again

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const page = Math.max(1, Math.floor((bottom - top) / row) - 2)
    const next = indexAfter(event, { index: current, last: count - 1, page })
    if (next === undefined) return
    event.preventDefault()
    setFocus({ index: next, moves: focus.moves + 1 })
  }

  function onFocus({ target }: FocusEvent<HTMLElement>) {
    const index = Number(target.dataset['index'] ?? -1)
    if (index >= 0 && index !== focus.index) setFocus({ ...focus, index })
  }

  return (
    <div
      role="presentation"
      className="virtual-list"
      ref={list}
      style={{ blockSize: last ? last.offset + last.height : 0 }}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
    >
      {placed.map((section) => (
        <Drawn
          key={section.id}
          section={section}
          range={range}
          heights={heights}
          isOpen={isOpen && section === last}
          current={current}
          renderItem={renderItem}
        />
      ))}
    </div>
  )
}

/** Returns the index to which a key moves the focus; undefined for any other key. */
function indexAfter(
  { key, altKey, ctrlKey, metaKey }: KeyboardEvent,
  at: { index: number; last: number; page: number },
): number | undefined {
  if (altKey || ctrlKey || metaKey || /Arrow(Left|Right)/.test(key)) return undefined
  const next = nextIndex({ key, ...at, columns: 1, isReversed: false })
  return next === 'out' ? undefined : next
}

type DrawnProps<item> = {
  section: PlacedSection<item>
  /** The part of the list to render, in CSS pixels. */
  range: { top: number; bottom: number }
  heights: { row: number; heading: number }
  isOpen: boolean
  /** The index of the item with the focus. It is rendered even if it is not visible. */
  current: number
  renderItem: Props<item>['renderItem']
}

/** A section: its title, and those of its items that are visible or focused. */
function Drawn<item extends { id: string }>({
  section,
  range,
  heights,
  isOpen,
  current,
  renderItem,
}: DrawnProps<item>) {
  const titleId = useId()
  const { title, items, offset, height, first } = section
  const { row, heading } = heights
  const focused = current - first
  const hasFocus = focused >= 0 && focused < items.length
  const isSeen = offset < range.bottom && offset + height > range.top
  if (!isSeen && !hasFocus) return null
  const { start, end } = itemsBetween(section, range, heights)
  const drawn = [
    ...(hasFocus && focused < start ? [focused] : []),
    ...Array.from({ length: end - start }, (_, index) => start + index),
    ...(hasFocus && focused >= end ? [focused] : []),
  ]
  return (
    <section
      className="virtual-section"
      aria-labelledby={titleId}
      style={{ insetBlockStart: offset, blockSize: height }}
    >
      <h3 className="virtual-heading" id={titleId} style={{ blockSize: heading }}>
        {title}
      </h3>
      <ul aria-labelledby={titleId}>
        {drawn.map((index) => {
          const item = items[index]
          const position = {
            'data-index': first + index,
            tabIndex: first + index === current ? 0 : -1,
          } as const
          return (
            <Fragment key={item?.id ?? index}>
              {item && (
                <li
                  aria-setsize={isOpen ? -1 : items.length}
                  aria-posinset={index + 1}
                  style={{ insetBlockStart: heading + index * row, blockSize: row }}
                >
                  {renderItem(item, position)}
                </li>
              )}
            </Fragment>
          )
        })}
      </ul>
    </section>
  )
}

/** Scrolls to the item to which a key has moved the focus, and focuses it. */
function useReveal(
  ref: RefObject<HTMLElement | null>,
  { index, moves }: { index: number; moves: number },
  offset: number,
  { row, heading }: { row: number; heading: number },
): void {
  const done = useRef(0)
  useLayoutEffect(() => {
    const list = ref.current
    if (!list || moves === done.current) return // a list that is shown again takes no focus
    done.current = moves
    const scroller = scrollerOf(list)
    const at = offsetWithin(scroller, list) + offset
    const above = heading + coveredAbove(list)
    const isAbove = at - above < scroller.scrollTop // a title stays at the top and covers items
    if (isAbove) scroller.scrollTop = index === 0 ? 0 : at - above
    else if (at + row > scroller.scrollTop + scroller.clientHeight)
      scroller.scrollTop = at + row - scroller.clientHeight + row / 2
    list.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true })
  }, [ref, moves]) // oxlint-disable-line react/exhaustive-deps -- only a key press scrolls the list
}
