import { useId } from 'react'
import type { ReactNode } from 'react'

/** One part of the page. Its last line shows the calls of the kit that this part uses. */
export function Card({
  title,
  lead,
  calls,
  children,
}: {
  title: string
  lead: string
  calls: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="lead">{lead}</p>
      {children}
      <p className="calls">
        <code>{calls}</code>
      </p>
    </section>
  )
}
