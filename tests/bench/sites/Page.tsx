import type { ReactNode } from 'react'
import { site } from './site.ts'

/**
 * A small page around a button. It uses everything of `site`, so that no bundler drops a part of it
 * from one site only.
 */
export function Page({ children }: { children: ReactNode }) {
  return (
    <main>
      <h1>{site.name}</h1>
      <p data-site={JSON.stringify(site)}>Takes payments on {site.network.name}.</p>
      {children}
    </main>
  )
}
