import type { ReactNode } from 'react'

/** A list of names and values. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="facts">{children}</dl>
}

/** One name and its value; `detail` stands below it. */
export function Fact({
  name,
  children,
  detail,
}: {
  name: string
  children: ReactNode
  detail?: ReactNode
}) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>
        {typeof children === 'string' ? <bdi>{children}</bdi> : children}
        {detail && <span className="fact-detail">{detail}</span>}
      </dd>
    </div>
  )
}
