import { useMemo } from 'react'
import { joinNftPages, nftsQuery } from '../../domains/nfts/nftsQuery.ts'
import type { NftsAnswer } from '../../domains/nfts/nftsAnswer.ts'
import { useAccount } from './useAccount.ts'
import { useKit } from './useKit.ts'
import { usePages } from './usePages.ts'

/**
 * Returns the NFTs of the connected account in pages of 50. Spam is included and marked.
 * `fetchNext` loads another page, or tries again after an error (httpFailed, httpTimeout,
 * answerInvalid). While no wallet is connected, no request is sent.
 */
export function useNfts(): NftsAnswer & { fetchNext(): void } {
  const kit = useKit()
  const account = useAccount()
  const accountId = 'account' in account ? account.account.accountId : undefined
  const options = useMemo(() => accountId && nftsQuery(kit, accountId), [kit, accountId])
  const { fetchNext, ...answer } = usePages(options)
  const pages = 'pages' in answer ? answer.pages : undefined
  const data = useMemo(() => pages && joinNftPages(pages), [pages])
  if (answer.status !== 'success') return { ...answer, fetchNext }
  return data
    ? { status: 'success', data, next: answer.next, fetchNext }
    : { status: 'unsupported', fetchNext }
}
