import type { ReactNode } from 'react'
import { useMessages } from '../../../i18n/useMessages.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { Notice } from '@latchkey/ui/Notice.tsx'
import { SearchField } from '@latchkey/ui/search/SearchField.tsx'
import { messages } from '../messages.ts'

/** The number of rows from which a list has a search. */
const searchFrom = 6
/** The maximum number of rendered rows; a search finds the others. */
const maxRendered = 100

/** Returns the rows that contain all words of a search. */
export function matching<row>(
  rows: readonly row[],
  search: string,
  wordsOf: (row: row) => string,
): readonly row[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return rows
    .filter((row) => words.every((word) => wordsOf(row).toLowerCase().includes(word)))
    .slice(0, maxRendered)
}

type Props = {
  label: string
  search: string
  onSearch: (search: string) => void
  /** The number of all rows. */
  count: number
  /** Whether the search finds nothing. */
  isEmpty: boolean
  children: ReactNode
}

/** A list with a search, if it is long. */
export function SearchedList({ label, search, onSearch, count, isEmpty, children }: Props) {
  const t = useMessages(messages)
  return (
    <>
      {count >= searchFrom && (
        <SearchField isTall label={t('search')} value={search} onChange={onSearch} />
      )}
      {isEmpty && (
        <Notice
          icon="search"
          title={t('noneTitle')}
          action={search && <Button onClick={() => onSearch('')}>{t('clear')}</Button>}
        >
          {search && t('noneText', { search: search.slice(0, 40) })}
        </Notice>
      )}
      <ul className="stack" aria-label={label}>
        {children}
      </ul>
    </>
  )
}
