// @vitest-environment jsdom
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { VirtualList } from './VirtualList.tsx'

test('the first render has the rows that may be visible, the next one the rows around them', async () => {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  const items = Array.from({ length: 40 }, (_, index) => ({ id: `item ${index}` }))
  const rows = () => [...place.querySelectorAll('li')].map(({ textContent }) => textContent)
  flushSync(() =>
    root.render(
      <VirtualList
        sections={[{ id: 'all', title: 'Items', items }]}
        rowHeight={64}
        headingHeight={40}
        start={20}
        isOpen={false}
        renderItem={({ id }, position) => <button {...position}>{id}</button>}
        onEndNear={undefined}
      />,
    ),
  )
  const first = rows()
  expect(first.slice(0, 8)).toEqual(items.slice(0, 8).map(({ id }) => id))
  expect(first.at(-1)).toBe('item 20') // the row to which the visitor returns
  expect(first.length).toBe(9)
  expect(document.activeElement?.textContent).toBe('item 20')
  await expect.poll(() => rows().length).toBeGreaterThan(9)
})
