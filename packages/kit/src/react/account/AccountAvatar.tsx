import { createElement, useContext } from 'react'
import { ErrorBoundary } from '../button/ErrorBoundary.tsx'
import { Avatar } from '@latchkey/ui/Avatar.tsx'
import { AvatarContext } from './AvatarContext.ts'
import type { AvatarProps } from './AvatarContext.ts'

/**
 * The avatar of an account: the site's own component if it has one, else a picture that is drawn
 * from the address.
 */
export function AccountAvatar(
  props: Omit<AvatarProps, 'size'> & { /** @default 64 */ size?: number },
) {
  const own = useContext(AvatarContext)
  const { address, size = 64 } = props
  const drawn = <Avatar address={address} size={size} />
  return own ? (
    <ErrorBoundary fallback={() => drawn}>{createElement(own, { ...props, size })}</ErrorBoundary>
  ) : (
    drawn
  )
}
