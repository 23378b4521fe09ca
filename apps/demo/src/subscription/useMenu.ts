import { useEffect, useState } from 'react'
import { readMenu } from './bakeryServer.ts'
import type { Menu } from './bakeryServer.ts'

/** Milliseconds until the page asks again after a failure. */
const pause = 5_000

/** Returns the bakery's menu; undefined until its server has answered, and without an address. */
export function useMenu(url: string | undefined): Menu | undefined {
  const [menu, setMenu] = useState<Menu>()
  useEffect(() => {
    if (url === undefined) return undefined
    const controller = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () =>
      void readMenu(url, controller.signal).then(setMenu, () => {
        if (!controller.signal.aborted) timer = setTimeout(read, pause)
      })
    read()
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [url])
  return menu
}
