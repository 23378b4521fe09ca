import { monogramOf } from '@latchkey/protocol/monogram'
import { useUntrustedPicture } from '../../../account/useUntrustedPicture.ts'

/**
 * The picture of an NFT, or a monogram if there is no picture that may be shown. It is decoration:
 * the NFT's name stands beside it.
 */
export function NftPicture({ name, src }: { name: string; src: string | undefined }) {
  const { status, image } = useUntrustedPicture(src)
  if (status !== 'broken')
    return (
      <img
        className="nft-picture"
        data-waiting={status === 'waiting' || undefined}
        {...image}
        alt=""
      />
    )
  const { letters, color } = monogramOf(name)
  return (
    <span
      className="nft-picture"
      data-monogram={letters}
      style={{ backgroundColor: color }}
      aria-hidden="true"
    />
  )
}
