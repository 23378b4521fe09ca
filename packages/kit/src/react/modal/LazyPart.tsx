import { useCallback, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useMessages } from '../i18n/useMessages.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useOnceOnline } from '../hooks/useOnline.ts'
import { messages } from './messages.ts'

type Props<module> = {
  /** Loads its code; the same function each time. */
  load: () => Promise<module>
  /** The placeholder while the code is loading. */
  placeholder: ReactNode
  children: (module: module) => ReactNode
}

/**
 * A part of a screen that only some visits need; other visits do not load it. After a failure a
 * button loads the code again, and so does the return of the network.
 */
export function LazyPart<module>({ load, placeholder: place, children }: Props<module>) {
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
  return loaded ? children(loaded.module) : place
}
