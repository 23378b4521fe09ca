import { memo, useState } from 'react'
import type { FocusEvent, ReactNode } from 'react'

/**
 * The values that an item gets. Its button must have `tabIndex`, `onFocus`, and `data-index` with
 * the value of `index`. If the item appeared while the list scrolled too fast for reading,
 * `isScrollingFast` is true until the list is slower. The item must not load its picture then.
 */
export type GridItem = {
  index: number
  tabIndex: number
  isScrollingFast: boolean
  onFocus: (event: FocusEvent<HTMLElement>) => void
}

/** The items of a grid, and how they are rendered. */
export type GridContent<item> = {
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
  /** Renders an item. All rows render again for another function. */
  renderItem: (item: item, place: GridItem) => ReactNode
}

type RowProps<item> = GridContent<item> & {
  row: number
  /** The index of the focusable item, if it is in this row. */
  current: number | undefined
  isScrollingFast: boolean
  onFocus: GridItem['onFocus']
}

function Row<item extends { id: string }>(props: RowProps<item>) {
  const { row, columns, rowHeight, current, isScrollingFast, onFocus } = props
  const [wasSeen, setSeen] = useState(!isScrollingFast)
  if (!isScrollingFast && !wasSeen) setSeen(true)
  return (
    <div
      role="presentation"
      className="virtual-grid-row"
      style={{
        transform: `translateY(${row * rowHeight}px)`,
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
      }}
    >
      {range(row * columns, (row + 1) * columns).map((index) =>
        cell(props, {
          index,
          tabIndex: index === current ? 0 : -1,
          isScrollingFast: !wasSeen,
          onFocus,
        }),
      )}
    </div>
  )
}

/**
 * One row. `memo` keeps it from rendering again when only other rows change. Once it was readable,
 * its items stay as they are, however fast the list scrolls.
 */
// `memo` returns a component without the type parameter of its argument
export const GridRow = memo(Row) as typeof Row

/** Renders an item, or a placeholder while it is loading, or nothing after the last item. */
function cell<item extends { id: string }>(
  { items, placeholders, placeholder, setSize, renderItem }: RowProps<item>,
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

/** The whole numbers from `from` up to, but without, `to`. */
export function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
}
