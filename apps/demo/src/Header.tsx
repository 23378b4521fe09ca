import type { ReactNode } from 'react'

/** The bakery's name; `children` replace `tools` where the page is narrow. */
export function Header({ tools, children }: { tools: ReactNode; children?: ReactNode }) {
  return (
    <header className="header">
      <a className="brand" href="/">
        <img src="/favicon.svg" alt="" width="32" height="32" />
        Ferry Lane
      </a>
      <div className="header-tools">{tools}</div>
      {children}
    </header>
  )
}
