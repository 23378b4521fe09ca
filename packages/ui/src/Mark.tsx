import type { ReactNode } from 'react'
import { useStyles } from './styles/useStyles.ts'
import css from './mark.css?inline'

type Props = {
  /** An icon. */
  children: ReactNode
  /** A neutral background, like that of a missing picture. */
  isQuiet?: boolean
  /** Whether it is 64 px instead of 36. */
  isLarge?: boolean
}

/** An icon in place of a picture. */
export function Mark({ children, isQuiet = false, isLarge = false }: Props) {
  useStyles(css)
  return (
    <span className="mark" data-quiet={isQuiet || undefined} data-large={isLarge || undefined}>
      {children}
    </span>
  )
}
