import type { ReactNode } from 'react'
import { useStyles } from './styles/useStyles.ts'
import css from './mark.css?inline'

type Props = {
  /** An icon, or a short sign such as that of a currency. */
  children: ReactNode
  /** Whether the background is neutral, and not in the accent colour. */
  isQuiet?: boolean
  /** Whether it is 64 px wide instead of 36. */
  isLarge?: boolean
}

/** An icon on a coloured square, for a place where a picture would be. */
export function Mark({ children, isQuiet = false, isLarge = false }: Props) {
  useStyles(css)
  return (
    <span className="mark" data-quiet={isQuiet || undefined} data-large={isLarge || undefined}>
      {children}
    </span>
  )
}
