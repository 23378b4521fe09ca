import { useStyles } from './styles/useStyles.ts'
import { truncateAddress } from './truncateAddress.ts'
import css from './addressText.css?inline'

/**
 * An address, which is one word when it is copied or read aloud.
 * - `whole`: all of it. Its ends are in a stronger colour, because they are easier to compare than
 *   its middle
 * - `lines`: the same in lines of equal length, where it has to be compared with another one:
 *   addresses that only begin and end alike are cheap to make
 * - `short`: its first four and last six characters; all of it for screen readers and the pointer
 */
export function AddressText({
  address,
  form = 'whole',
}: {
  address: string
  /** @default 'whole' */
  form?: 'whole' | 'lines' | 'short'
}) {
  useStyles(css)
  if (form === 'short')
    return (
      <bdi title={address} translate="no">
        <span aria-hidden="true">{truncateAddress(address)}</span>
        <span className="visually-hidden">{address}</span>
      </bdi>
    )
  return (
    <span
      className="address-text"
      data-lines={form === 'lines' || undefined}
      dir="ltr"
      translate="no"
    >
      <b>{address.slice(0, 6)}</b>
      {address.slice(6, -6)}
      <b>{address.slice(-6)}</b>
    </span>
  )
}
