import type { ComponentProps } from 'react'
import { useStyles } from './styles/useStyles.ts'
import css from './button.css?inline'

type Props = ComponentProps<'button'> & {
  /** @default 'secondary' */
  variant?: 'primary' | 'secondary' | 'quiet'
}

/** A button as wide as its container, 48 px high. `aria-disabled` keeps it in the tab order. */
export function Button({ variant = 'secondary', ...rest }: Props) {
  useStyles(css)
  return <button type="button" className="button" data-variant={variant} {...rest} />
}

/** A square button that shows an icon only; `aria-label` is its name. */
export function IconButton(props: ComponentProps<'button'> & { 'aria-label': string }) {
  useStyles(css)
  return <button type="button" className="icon-button" title={props['aria-label']} {...props} />
}
