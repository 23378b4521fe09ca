import { addressHead, addressTail } from '@latchkey/protocol/counts'
import { Pieces } from './message/MessageText.tsx'

/**
 * An address, shortened to its first four and last six characters. With `isWhole` all of it is
 * shown, because the visitor compares it: addresses that only begin and end alike are cheap to
 * make.
 */
export function AddressText({ address, isWhole = false }: { address: string; isWhole?: boolean }) {
  if (isWhole)
    return (
      <span className="address" dir="ltr">
        <Pieces text={address} />
      </span>
    )
  const text =
    address.length > addressHead + addressTail + 1
      ? `${address.slice(0, addressHead)}…${address.slice(-addressTail)}`
      : address
  return (
    <bdi title={address}>
      <span aria-hidden="true">{text}</span>
      <span className="visually-hidden">{address}</span>
    </bdi>
  )
}
