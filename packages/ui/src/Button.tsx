import type { ComponentProps } from 'react'
import { useStyles } from './styles/useStyles.ts'
import css from './button.css?inline'

type Props = ComponentProps<'button'> & {
  /** @default 'secondary' */
  variant?: 'primary' | 'danger' | 'secondary' | 'quiet'
  /** Whether the button does nothing when it is pressed. It still can get the focus. */
  isDisabled?: boolean
}

/** A button as wide as its container, 48 px high. */
export function Button({ variant = 'secondary', isDisabled = false, onClick, ...rest }: Props) {
  useStyles(css)
  return (
    <button
      type="button"
      className="button"
      data-variant={variant}
      aria-disabled={isDisabled || undefined}
      {...rest}
      onClick={isDisabled ? (event) => event.preventDefault() : onClick}
    />
  )
}

/** A square button that shows an icon only; `aria-label` is its name. */
export function IconButton(props: ComponentProps<'button'> & { 'aria-label': string }) {
  useStyles(css)
  return <button type="button" className="icon-button" title={props['aria-label']} {...props} />
}
