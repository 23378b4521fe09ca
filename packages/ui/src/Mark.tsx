import type { ReactNode } from 'react'
import { useStyles } from './styles/useStyles.ts'
import css from './mark.css?inline'

type Props = {
  /** An icon. */
  children: ReactNode
  /** Whether the background is neutral, as that of a missing picture. */
  isQuiet?: boolean
  /** Whether it is 64 px wide instead of 36. */
  isLarge?: boolean
}

/** An icon on a surface, where otherwise a picture stands. */
export function Mark({ children, isQuiet = false, isLarge = false }: Props) {
  useStyles(css)
  return (
    <span className="mark" data-quiet={isQuiet || undefined} data-large={isLarge || undefined}>
      {children}
    </span>
  )
}
