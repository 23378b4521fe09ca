import type { OnrampProvider } from '../../../domains/onramp/providers.lazy.ts'
import { useKitState } from '../../hooks/useKitState.ts'
import { Picture } from '@latchkey/ui/Picture.tsx'

/** The logo of a provider, in the variant for the modal's light or dark surface. */
export function ProviderPicture({
  provider: { name, iconUrls },
  size,
}: {
  provider: Pick<OnrampProvider, 'name' | 'iconUrls'>
  size?: number
}) {
  const mode = useKitState((state) => state.themeMode)
  const isLight =
    mode === 'light' || (mode === 'auto' && matchMedia('(prefers-color-scheme: light)').matches)
  const src = isLight ? (iconUrls?.light ?? iconUrls?.dark) : (iconUrls?.dark ?? iconUrls?.light)
  return <Picture name={name || '?'} {...(src && { src })} {...(size && { size })} />
}
