import type { ReactNode } from 'react'
import { useMessages } from '../../../i18n/useMessages.ts'
import { Button } from '@latchkey/ui/Button.tsx'
import { Notice } from '@latchkey/ui/Notice.tsx'
import { SearchField } from '@latchkey/ui/search/SearchField.tsx'
import { messages } from '../messages.ts'

/** A list has a search field if it has at least this number of rows. */
const searchFrom = 6
/** The maximum number of rows that are rendered; the search finds all others. */
const maxRendered = 100

/** Returns the rows that contain every word of the search, `maxRendered` at most. */
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
  /** The number of rows without a search. */
  count: number
  /** Whether the search finds nothing. */
  isEmpty: boolean
  children: ReactNode
}

/** A list; a long one has a search field. */
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
