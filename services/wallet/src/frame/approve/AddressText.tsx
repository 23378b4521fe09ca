import { addressHead, addressTail } from '@latchkey/protocol/counts'

/** An address as its first four and last six characters; all of it for a screen reader and on hovering. spec 5 */
export function AddressText({ address }: { address: string }) {
  const text = address.length > addressHead + addressTail + 1 ? `${address.slice(0, addressHead)}…${address.slice(-addressTail)}` : address
  return <bdi title={address} aria-label={address} role="text">{text}</bdi>
}
