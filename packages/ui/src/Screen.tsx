import type { ComponentProps, ReactNode } from 'react'
import { useStyles } from './styles/useStyles.ts'
import css from './screen.css?inline'

type Props = Omit<ComponentProps<'div'>, 'title'> & {
  title: string
  /** The id of the title element, which names the dialog or the page. */
  titleId: string
  /** Whether the title is the first heading of a page. */
  isFirst?: boolean
  /** Content at the start of the header: the back button. */
  start?: ReactNode
  /** Content at the end of the header: the close button. */
  end?: ReactNode
  /** Content below the body. It stays visible while the body scrolls. */
  footer?: ReactNode
  /** Properties of the body, which scrolls. */
  body?: ComponentProps<'div'>
}

/** The layout of a screen: a header with the title, a scrolling body, and an optional footer. */
export function Screen({
  title,
  titleId,
  isFirst = false,
  start,
  end,
  footer,
  body,
  children,
  ...rest
}: Props) {
  useStyles(css)
  const Title = isFirst ? 'h1' : 'h2'
  return (
    <div className="screen" {...rest}>
      <div className="screen-header">
        <span className="screen-side">{start}</span>
        <Title className="screen-title" id={titleId} tabIndex={-1}>
          {title}
        </Title>
        <span className="screen-side" data-end="">
          {end}
        </span>
      </div>
      <div className="screen-body" {...body}>
        {children}
      </div>
      {footer && <div className="screen-footer">{footer}</div>}
    </div>
  )
}
