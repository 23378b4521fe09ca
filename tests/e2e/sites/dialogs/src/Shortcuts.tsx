import { install } from '@github/hotkey'
import hotkeys from 'hotkeys-js'
import Mousetrap from 'mousetrap'
import { useEffect, useRef, useState } from 'react'
import { useHotkeys } from 'react-hotkeys-hook'

const keys = ['g', 'k', 'shift+/', 'ctrl+k'] as const

/** Shortcuts of every library for the same keys, and the list of those that ran. */
export function Shortcuts() {
  const [ran, setRan] = useState<readonly string[]>([])
  const button = useRef<HTMLButtonElement>(null)
  const run = (library: string) => setRan((before) => [...before, library])
  useHotkeys([...keys], () => run('react-hotkeys-hook'))
  useEffect(() => {
    const onHotkeys = () => run('hotkeys-js')
    hotkeys('g,k,shift+/,ctrl+k', onHotkeys)
    // `keydown`, because other libraries prevent the event `keypress`
    Mousetrap.bind(['g', 'k', '?', 'ctrl+k'], () => run('mousetrap'), 'keydown')
    if (button.current) install(button.current, 'g,k,Shift+?,Control+k')
    return () => {
      hotkeys.unbind('g,k,shift+/,ctrl+k', onHotkeys)
      Mousetrap.reset()
    }
  }, [])
  return (
    <>
      <button type="button" ref={button} onClick={() => run('@github/hotkey')}>
        Go
      </button>
      <output aria-label="Shortcuts">{ran.join(' ')}</output>
    </>
  )
}
