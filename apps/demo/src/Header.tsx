import type { ReactNode } from 'react'

/** The bakery's name, and what belongs to the visitor. */
export function Header({ children }: { children: ReactNode }) {
  return (
    <header className="header">
      <a className="brand" href="/">
        <img src="/favicon.svg" alt="" width="32" height="32" />
        Ferry Lane
      </a>
      <div className="header-tools">{children}</div>
    </header>
  )
}
