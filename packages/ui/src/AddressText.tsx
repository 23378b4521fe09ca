import { useStyles } from './styles/useStyles.ts'
import css from './addressText.css?inline'

/**
 * A full address. Its ends are in a stronger colour, because they are easier to compare than its
 * middle. It is one word when it is copied or read aloud.
 */
export function AddressText({ address }: { address: string }) {
  useStyles(css)
  return (
    <span className="address-text" dir="ltr" translate="no">
      <b>{address.slice(0, 6)}</b>
      {address.slice(6, -6)}
      <b>{address.slice(-6)}</b>
    </span>
  )
}
