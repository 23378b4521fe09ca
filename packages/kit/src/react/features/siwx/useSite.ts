import { ownUrl } from '../../../core/options/ownUrl.ts'
import { useKit } from '../../hooks/useKit.ts'
import { contextOf } from '../../../core/kit/context.ts'

/** The site's own name and icon. */
export function useSite(): { name: string; icon: string | undefined } {
  const { metadata } = contextOf(useKit()).options
  const [icon] = metadata.icons ?? []
  return { name: metadata.name, icon: icon && ownUrl(icon) }
}
