// @vitest-environment jsdom
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { usePainted } from './usePainted.ts'

test('a component is drawn once before it is painted, and once after', async () => {
  const drawn: boolean[] = []
  function Part() {
    drawn.push(usePainted())
    return null
  }
  const root = createRoot(document.createElement('div'))
  onTestFinished(() => root.unmount())
  root.render(<Part />)
  await expect.poll(() => drawn).toEqual([false, true])
})
