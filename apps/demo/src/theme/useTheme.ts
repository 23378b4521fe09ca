import { useEffect, useState } from 'react'
import { oneOf, themes } from '../settings.ts'
import type { Theme } from '../settings.ts'

const key = 'ferry-lane/theme'

/**
 * Returns the page's theme and stores it for the next visit. `given` takes precedence over the
 * stored theme.
 */
export function useTheme(given: Theme | undefined): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(
    () => given ?? oneOf(themes, localStorage.getItem(key)) ?? 'auto',
  )

  useEffect(() => {
    document.documentElement.dataset.theme = theme
    localStorage.setItem(key, theme)
  }, [theme])

  return [theme, setTheme]
}
