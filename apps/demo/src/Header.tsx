import type { ReactNode } from 'react'

/** The page's header with the bakery's name. In a narrow page, `tools` are below `children`. */
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
