import { useCallback, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useMessages } from '../i18n/useMessages.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { Notice } from '@latchkey/ui/Notice.tsx'
import { useOnceOnline } from '../hooks/useOnline.ts'
import { messages } from './messages.ts'

type Props<module> = {
  /** Loads the part's code. It must be the same function in each render. */
  load: () => Promise<module>
  /** Shown while the code is loading. */
  fallback: ReactNode
  children: (module: module) => ReactNode
}

/**
 * A part of a screen that only some visitors need, so its code is loaded separately. After a
 * failure, it is loaded again by a button, or when the browser is online again.
 */
export function LazyPart<module>({ load, fallback, children }: Props<module>) {
  const t = useMessages(messages)
  const [loaded, setLoaded] = useState<{ module: module } | 'failed'>()
  const fetch = useCallback(
    () =>
      void load().then(
        (module) => setLoaded({ module }),
        () => setLoaded('failed'),
      ),
    [load],
  )
  useEffect(fetch, [fetch])
  useOnceOnline(loaded === 'failed', fetch)
  if (loaded === 'failed')
    return (
      <Notice
        icon="warning"
        title={t('loadFailed')}
        action={<Button onClick={fetch}>{t('retry')}</Button>}
      />
    )
  return loaded ? children(loaded.module) : fallback
}
