import { createElement, useContext } from 'react'
import { AvatarContext } from '../account/AvatarContext.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import type { PictureComponents } from './useAccountDetails.ts'

type Props = {
  address: string
  name?: string
  avatar?: string
  drawings?: PictureComponents
  isMarked: boolean
}

/**
 * The avatar in a button: the site's own component if it has one, else a picture drawn from the
 * address, covered by the account's own picture if there is one. `isMarked` adds a mark: there is a
 * problem, which the modal explains after a press.
 */
export function AvatarSlot({ address, name, avatar, drawings, isMarked }: Props) {
  const own = useContext(AvatarContext)
  return (
    <span className="page-button-avatar" data-marked={isMarked}>
      <ErrorBoundary fallback={() => null}>
        {own
          ? createElement(own, { address, name, picture: avatar, size: 24 })
          : drawings && <drawings.Avatar address={address} size={24} />}
        {!own && avatar && (
          <img
            key={avatar}
            src={avatar}
            alt=""
            draggable={false}
            decoding="async"
            referrerPolicy="no-referrer"
            onError={({ currentTarget }) => (currentTarget.hidden = true)}
          />
        )}
      </ErrorBoundary>
    </span>
  )
}
