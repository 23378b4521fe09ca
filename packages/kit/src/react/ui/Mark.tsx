import type { ReactNode } from 'react'
import { useStyles } from '../styles/useStyles.ts'
import css from './mark.css?inline'

type Props = {
  /** An icon. */
  children: ReactNode
  /** Of no more weight than a picture's place. */
  isQuiet?: boolean
  /** 64 px in place of 36. */
  isLarge?: boolean
}

/** An icon where others have a picture. */
export function Mark({ children, isQuiet = false, isLarge = false }: Props) {
  useStyles(css)
  return <span className="mark" data-quiet={isQuiet || undefined} data-large={isLarge || undefined}>{children}</span>
}
