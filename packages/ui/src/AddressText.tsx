import { useStyles } from './styles/useStyles.ts'
import { truncateAddress } from './truncateAddress.ts'
import css from './addressText.css?inline'

/**
 * An address. It stays one word when it is copied or read aloud.
 * - `whole`: the full address. Its first and last characters are in a stronger colour, because they
 *   are easier to compare than the middle
 * - `lines`: the full address in lines of equal length, for comparing it with another address:
 *   addresses that only begin and end alike are cheap to make
 * - `short`: the first four and last six characters; screen readers and the tooltip give all of it
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
