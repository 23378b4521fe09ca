import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { startChains } from './startChains.ts'
import type { Start } from './startChains.ts'

export type { Start }

/**
 * Starts the shared parts of all test pages, and renders the page. @throws Error when no chain runs
 */
export async function startPage(render: (start: Start) => ReactNode): Promise<void> {
  const start = await startChains()
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<StrictMode>{render(start)}</StrictMode>)
}
