import { ownUrl } from '../../../core/options/ownUrl.ts'
import { useKit } from '../../hooks/useKit.ts'

/** The site's own name and icon. */
export function useSite(): { name: string; icon: string | undefined } {
  const { metadata } = useKit().context.options
  const [icon] = metadata.icons ?? []
  return { name: metadata.name, icon: icon && ownUrl(icon) }
}
