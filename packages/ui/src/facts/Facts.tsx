import type { ReactNode } from 'react'
import { useStyles } from '../styles/useStyles.ts'
import css from './facts.css?inline'

/** A list of names and values. */
export function Facts({ children }: { children: ReactNode }) {
  useStyles(css)
  return <dl className="facts">{children}</dl>
}

/** One name and its value; `detail` stands below it. `isTotal`: the sum of those above. */
export function Fact({
  name,
  children,
  detail,
  isTotal = false,
}: {
  name: string
  children: ReactNode
  detail?: ReactNode
  isTotal?: boolean
}) {
  return (
    <div className="fact" data-total={isTotal || undefined}>
      <dt>{name}</dt>
      <dd>
        {typeof children === 'string' ? <bdi>{children}</bdi> : children}
        {detail && <span className="fact-detail">{detail}</span>}
      </dd>
    </div>
  )
}
