import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { FocusEvent, KeyboardEvent, ReactNode, RefObject } from 'react'
import { useStyles } from '../../styles/useStyles.ts'
import { coveredAbove } from '../coveredAbove.ts'
import { nextIndex } from '../nextIndex.ts'
import { useLatest } from '../useLatest.ts'
import { offsetIn, useVisibleRows } from './useVisibleRows.ts'
import css from './virtualGrid.css?inline'

/**
 * The values that an item gets. Its button must have `tabIndex`, `onFocus`, and `data-index` with
 * the value of `index`. While `isScrollingFast`, the item must not load its picture.
 */
export type GridItem = {
  index: number
  tabIndex: number
  isScrollingFast: boolean
  onFocus: (event: FocusEvent<HTMLElement>) => void
}

type Props<item> = {
  label: string
  /** The loaded items. */
  items: readonly item[]
  /**
   * The number of items of the whole list, including those that are not loaded. It is for screen
   * readers.
   */
  setSize: number
  /** The number of placeholders for items that are loading, and the content of a placeholder. */
  placeholders: number
  placeholder: ReactNode
  columns: number
  /** The height of a row in CSS pixels, including the gap below it. */
  rowHeight: number
  /** The index of the item that is visible and focusable at first. */
  start: number
  /** A new value resets the list to the first item. */
  listId: string
  renderItem: (item: item, place: GridItem) => ReactNode
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

/**
 * A long list as a grid. Only its visible rows are rendered. The arrow keys move the focus between
 * the items; the tab key reaches only one of them.
 */
export function VirtualGrid<item extends { id: string }>(props: Props<item>) {
  const { items, placeholders, columns, rowHeight, start, listId, isInline = false } = props
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
  const { first, end, isScrollingFast } = useVisibleRows(scroll, list, { rows, rowHeight, ahead })

  useScrolledTo(scroll, list, listId, Math.max(0, Math.floor(start / columns) - 1) * rowHeight)
  useEndNear((end + ahead) * columns >= items.length, items.length, props.onEndNear)
  useReveal(scroll, list, focus, columns, rowHeight)

  const onFocus = useLatest(({ currentTarget }: FocusEvent<HTMLElement>) => {
    const index = Number(currentTarget.dataset['index'])
    if (index !== current) setFocus({ index, listId, moves: 0 })
  })

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const page = Math.max(1, Math.floor((scroll.current?.clientHeight ?? 0) / rowHeight) - 1)
    const isReversed = getComputedStyle(event.currentTarget).direction === 'rtl'
    const isModified = event.altKey || event.ctrlKey || event.metaKey
    const next = isModified
      ? undefined
      : nextIndex({ key: event.key, index: current, last, columns, page, isReversed })
    if (next === undefined) return
    event.preventDefault()
    if (next === 'out') props.onLeave()
    else setFocus(({ moves }) => ({ index: next, listId, moves: moves + 1 }))
  }

  const placeOf = (index: number): GridItem => ({
    index,
    tabIndex: index === current ? 0 : -1,
    isScrollingFast,
    onFocus,
  })
  return (
    <div
      role="presentation"
      className="virtual-grid"
      data-inline={isInline || undefined}
      ref={list}
      onKeyDown={onKeyDown}
    >
      <div role="list" aria-label={props.label} style={{ blockSize: rows * rowHeight }}>
        {rangeWith(Math.floor(current / columns), first, end).map((row) => (
          <Row key={row} offset={row * rowHeight} columns={columns}>
            {range(row * columns, (row + 1) * columns).map((index) => cell(props, placeOf(index)))}
          </Row>
        ))}
      </div>
      {props.children}
    </div>
  )
}

function Row({
  offset,
  columns,
  children,
}: {
  /** The distance to the first row, in CSS pixels. */
  offset: number
  columns: number
  children: ReactNode
}) {
  return (
    <div
      role="presentation"
      className="virtual-grid-row"
      style={{
        transform: `translateY(${offset}px)`,
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
      }}
    >
      {children}
    </div>
  )
}

/** Renders an item, or a placeholder while it is loading, or nothing after the last item. */
function cell<item extends { id: string }>(
  { items, placeholders, placeholder, setSize, renderItem }: Props<item>,
  place: GridItem,
): ReactNode {
  const { index } = place
  const item = items[index]
  if (!item)
    return (
      index < items.length + placeholders && (
        <div key={index} role="presentation">
          {placeholder}
        </div>
      )
    )
  return (
    <div key={item.id} role="listitem" aria-setsize={setSize} aria-posinset={index + 1}>
      {renderItem(item, place)}
    </div>
  )
}

/**
 * Returns the rows to render. The row with the focus stays rendered even when it is scrolled away.
 */
const rangeWith = (row: number, first: number, end: number): readonly number[] => [
  ...(row < first ? [row] : []),
  ...range(first, end),
  ...(row >= end ? [row] : []),
]

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
}

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
