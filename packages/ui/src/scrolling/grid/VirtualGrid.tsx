import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent, ReactNode, RefObject } from 'react'
import { useStyles } from '../../styles/useStyles.ts'
import { coveredAbove } from '../coveredAbove.ts'
import { nextIndex } from '../nextIndex.ts'
import { useLatest } from '../useLatest.ts'
import { GridRow, range } from './GridRow.tsx'
import type { GridContent } from './GridRow.tsx'
import { offsetIn, useVisibleRows } from './useVisibleRows.ts'
import css from './virtualGrid.css?inline'

type Props<item> = GridContent<item> & {
  label: string
  /** How many rows the first render has, before the height of the list is known. @default 5 */
  firstRows?: number
  /** The index of the item that is visible and focusable at first. */
  start: number
  /** A new value resets the list to the first item. */
  listId: string
  /** Called when few loaded items are left to scroll to; undefined if all items are loaded. */
  onEndNear: (() => void) | undefined
  /** Called when a key moves the focus up from the first row. */
  onLeave: () => void
  /** Whether a container scrolls the grid; otherwise the grid scrolls by itself. @default false */
  isInline?: boolean
  /** Shown below the last row. */
  children?: ReactNode
}

/** How many rows above and below the visible part are also rendered. */
const ahead = 4
/** The end of the loaded items is near if it is at most this many rows below the visible part. */
const loadedAhead = 10

/**
 * A long list as a grid. Only its visible rows are rendered. The arrow keys move the focus between
 * the items; the tab key reaches only one of them.
 */
export function VirtualGrid<item extends { id: string }>({
  label,
  firstRows = 5,
  start,
  listId,
  onEndNear,
  onLeave,
  isInline = false,
  children,
  ...content
}: Props<item>) {
  const { items, placeholders, columns, rowHeight } = content
  useStyles(css)
  const list = useRef<HTMLDivElement>(null)
  const scroll = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    scroll.current = isInline ? scrollerOf(list.current) : list.current
  }, [isInline])
  const [focus, setFocus] = useState({ index: start, listId, moves: 0 })
  if (focus.listId !== listId) setFocus({ index: 0, listId, moves: 0 })
  const last = Math.max(0, items.length - 1)
  const current = Math.min(focus.index, last)
  const rows = Math.ceil((items.length + placeholders) / columns)
  const startRow = Math.max(0, Math.floor(start / columns) - 1)
  const options = { rows, rowHeight, listId, ahead, startRow, firstRows }
  const visible = useVisibleRows(scroll, list, options)
  const isEndNear = (visible.visibleEnd + loadedAhead) * columns >= items.length
  useScrolledTo(scroll, list, listId, startRow * rowHeight)
  useEndNear(isEndNear && !visible.isFirst, items.length, onEndNear)
  useReveal(scroll, list, focus, columns, rowHeight)

  const onFocus = useLatest(({ currentTarget }: FocusEvent<HTMLElement>) => {
    const index = Number(currentTarget.dataset['index'])
    if (index !== current) setFocus({ index, listId, moves: 0 })
  })

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const page = Math.max(1, Math.floor((scroll.current?.clientHeight ?? 0) / rowHeight) - 1)
    const next = keyTarget(event, { index: current, last, columns, page })
    if (next === undefined) return
    event.preventDefault()
    if (next === 'out') onLeave()
    else setFocus(({ moves }) => ({ index: next, listId, moves: moves + 1 }))
  }

  const currentRow = Math.floor(current / columns)
  return (
    <div
      role="presentation"
      className="virtual-grid"
      data-inline={isInline || undefined}
      ref={list}
      onKeyDown={onKeyDown}
    >
      <div role="list" aria-label={label} style={{ blockSize: rows * rowHeight }}>
        {rangeWith(currentRow, visible.first, visible.end).map((row) => (
          <GridRow
            key={row}
            row={row}
            current={row === currentRow ? current : undefined}
            isScrollingFast={visible.isScrollingFast}
            onFocus={onFocus}
            {...content}
          />
        ))}
      </div>
      {children}
    </div>
  )
}

/** Returns to which item a key moves the focus, as {@link nextIndex} does. */
function keyTarget(
  { key, altKey, ctrlKey, metaKey, currentTarget }: KeyboardEvent<HTMLDivElement>,
  place: { index: number; last: number; columns: number; page: number },
): number | 'out' | undefined {
  if (altKey || ctrlKey || metaKey) return undefined
  const isReversed = getComputedStyle(currentTarget).direction === 'rtl'
  return nextIndex({ key, isReversed, ...place })
}

/**
 * Returns the rows to render. The row with the focus stays rendered even when it is scrolled away.
 */
const rangeWith = (row: number, first: number, end: number): readonly number[] => [
  ...(row < first ? [row] : []),
  ...range(first, end),
  ...(row >= end ? [row] : []),
]

/** Returns the nearest scrolling element around `element`, or `element` itself. */
function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  for (let at = element?.parentElement; at; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  return element
}

/** Scrolls to `offset` when the list is first shown, and to the start when the list changes. */
function useScrolledTo(
  scroll: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  listId: string,
  offset: number,
): void {
  const shown = useRef<string>(undefined)
  useLayoutEffect(() => {
    const top = shown.current === undefined ? offset : 0
    const isMoved = shown.current !== listId && (shown.current !== undefined || offset > 0)
    if (isMoved && scroll.current && list.current)
      scroll.current.scrollTo({ top: top === 0 ? 0 : offsetIn(scroll.current, list.current) + top })
    shown.current = listId
  }, [scroll, list, listId, offset])
}

/** Calls `onEndNear` when the end comes near, and again for each new length while it is near. */
function useEndNear(isNear: boolean, length: number, onEndNear: (() => void) | undefined): void {
  const run = useLatest(() => onEndNear?.())
  const isOpen = onEndNear !== undefined
  useEffect(() => {
    if (isNear && isOpen) run()
  }, [isNear, isOpen, length, run])
}

/** Scrolls to the item to which a key has moved the focus, and focuses it. */
function useReveal(
  scroll: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  focus: { index: number; moves: number },
  columns: number,
  rowHeight: number,
): void {
  const revealed = useRef(focus)
  useLayoutEffect(() => {
    if (revealed.current === focus) return // a grid that is shown again takes no focus
    revealed.current = focus
    if (focus.moves === 0 || !scroll.current || !list.current) return
    reveal(
      scroll.current,
      offsetIn(scroll.current, list.current) + Math.floor(focus.index / columns) * rowHeight,
      rowHeight,
      coveredAbove(list.current),
    )
    list.current
      .querySelector<HTMLElement>(`[data-index="${focus.index}"]`)
      ?.focus({ preventScroll: true })
  }, [scroll, list, focus, columns, rowHeight])
}

/** Scrolls only as far as needed to show a row below the covered part. */
function reveal(element: HTMLElement, top: number, height: number, above: number): void {
  const { scrollTop, clientHeight } = element
  if (top - above < scrollTop) element.scrollTop = top - above
  else if (top + height > scrollTop + clientHeight) element.scrollTop = top + height - clientHeight
}
