import * as counts from '@latchkey/protocol/counts'
import * as times from '@latchkey/protocol/times'
import { useEffect, useRef, useState } from 'react'
import { contextOf } from '../../../../core/kit/context.ts'
import { useKit } from '../../../hooks/useKit.ts'

/**
 * The text of the search field. `search` is the search that the text makes; empty if it is too
 * short. `requested` is the search for the API.
 */
export type SearchText = { text: string; search: string; requested: string }

/**
 * Returns the text of the search field. The first change of the search is for the API at once, so
 * that a pasted name waits for nothing. Changes that follow it quickly are for the API after a
 * pause. `setText` returns the search that is for the API at once; empty if there is none.
 */
export function useSearchText(first: string): SearchText & { setText: (text: string) => string } {
  const { clock } = contextOf(useKit())
  const [{ text, requested }, setState] = useState({ text: first, requested: searchOf(first) })
  const changedAt = useRef(-Infinity)
  const search = searchOf(text)
  useEffect(() => {
    if (requested === search) return
    return clock.setTimeout(
      () => setState((now) => ({ ...now, requested: search })),
      times.walletSearch,
    )
  }, [clock, requested, search])

  function setText(newText: string) {
    const newSearch = searchOf(newText)
    const isFirst = newSearch !== search && clock.now() - changedAt.current >= times.walletSearch
    if (newSearch !== search) changedAt.current = clock.now()
    setState({ text: newText, requested: isFirst ? newSearch : requested })
    return isFirst ? newSearch : ''
  }
  return { text, search, requested, setText }
}

function searchOf(text: string): string {
  const trimmed = text.trim()
  return trimmed.length >= counts.minWalletSearch ? trimmed : ''
}
