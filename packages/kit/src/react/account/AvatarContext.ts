import { createContext } from 'react'
import type { ComponentType } from 'react'

/**
 * The props of a site's own avatar: the account's address as the wallet gives it, its name and
 * picture if they are known, and the size in CSS pixels. `picture` is an untrusted URL: use it only
 * in an `<img>`. The avatar is drawn in a shadow root, which the page's style sheets do not reach:
 * style it inline or as an SVG.
 */
export type AvatarProps = { address: string; name?: string; picture?: string; size: number }

/** The site's own avatar component, which it passes to `KitProvider`. */
export const AvatarContext = createContext<ComponentType<AvatarProps> | undefined>(undefined)
