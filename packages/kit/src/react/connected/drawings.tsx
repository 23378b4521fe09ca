import { monogramOf } from '@latchkey/protocol/monogram'
import { Avatar } from '@latchkey/ui/Avatar.tsx'
import type { PictureComponents } from '../button/useAccountDetails.ts'

/** The picture components of a button. */
export const drawings: PictureComponents = { Avatar, NetworkIcon }

/** The icon of a network, drawn over its monogram, which shows if the icon is missing or broken. */
function NetworkIcon({ name, src }: { name: string; src: string | undefined }) {
  const { letters, color } = monogramOf(name)
  return (
    <>
      <span
        className="page-button-monogram"
        data-monogram={letters}
        style={{ backgroundColor: color }}
        aria-hidden="true"
      />
      {src && (
        <img
          key={src}
          src={src}
          alt=""
          draggable={false}
          decoding="async"
          referrerPolicy="no-referrer"
          onError={({ currentTarget }) => (currentTarget.hidden = true)}
        />
      )}
    </>
  )
}
