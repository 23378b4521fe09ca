import type { ReactNode } from 'react'
import { useMessages } from '../../../i18n/useMessages.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { SearchField } from '../../../ui/search/SearchField.tsx'
import { messages } from '../messages.ts'

/** The number of rows from which on a list has a search. */
const searchFrom = 6
/** The most rows that are drawn; a search finds the others. */
const mostDrawn = 100

type Props<row> = { label: string; search: string; onSearch: (search: string) => void; rows: readonly row[]; wordsOf: (row: row) => string; draw: (row: row) => ReactNode }

/** Rows of which those are shown that have all words of a search. */
export function SearchedList<row extends { id: string }>({ label, search, onSearch, rows, wordsOf, draw }: Props<row>) {
  const t = useMessages(messages)
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = rows.filter((row) => words.every((word) => wordsOf(row).toLowerCase().includes(word)))
  return (
    <>
      {rows.length >= searchFrom && <SearchField label={t('search')} value={search} onChange={onSearch} />}
      {found.length === 0 && <Notice icon="search" title={t('noneTitle')} action={search && <Button onClick={() => onSearch('')}>{t('clear')}</Button>}>{search && t('noneText', { search: search.slice(0, 40) })}</Notice>}
      <ul className="stack" aria-label={label}>{found.slice(0, mostDrawn).map((row) => <li key={row.id}>{draw(row)}</li>)}</ul>
    </>
  )
}
