import { useCallback, useEffect, useState } from 'react'
import { getOnrampOptions } from '../../../domains/onramp/options.lazy.ts'
import type {
  BuyableToken,
  OnrampOptions,
  PayCurrency,
} from '../../../domains/onramp/options.lazy.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import type { OnrampDraft } from './draft.ts'

/** The options of a purchase, once they are known. */
export type Options =
  | { status: 'pending' }
  | { status: 'there'; options: OnrampOptions; retry: () => void }

/**
 * Requests the tokens that can be bought on the site's networks, and the currencies to pay with.
 */
export function useOptions(): Options {
  const kit = useKit()
  const { networkId } = useNetwork()
  const namespace = networkId.split(':')[0]
  const [options, setOptions] = useState<OnrampOptions>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isCancelled = false
    // a rejection means that the code failed to load; then there is nothing to buy
    getOnrampOptions(kit).then(
      (now) => isCancelled || setOptions(now),
      () => isCancelled || setOptions({ tokens: [], currencies: [], isDefault: true }),
    )
    return () => void (isCancelled = true)
  }, [kit, namespace, attempt])
  const retry = useCallback(() => {
    setOptions(undefined)
    setAttempt((now) => now + 1)
  }, [])
  return options ? { status: 'there', options, retry } : { status: 'pending' }
}

/**
 * The token, currency and payment method: what the visitor chose, or else the first that fit. A
 * token on the visitor's network comes first.
 */
export type Choice = {
  token: BuyableToken | undefined
  currency: PayCurrency | undefined
  method: PayCurrency['methods'][number] | undefined
}

/** Returns the choice that follows from a draft. `networkId` is the visitor's network. */
export function choiceOf(
  options: OnrampOptions | undefined,
  draft: OnrampDraft,
  networkId: string,
): Choice {
  const { tokens = [], currencies = [] } = options ?? {}
  const token =
    tokens.find(({ id }) => id === draft.tokenId) ??
    tokens.find((token) => token.networkId === networkId) ??
    tokens[0]
  const currency = currencies.find(({ id }) => id === draft.currency) ?? currencies[0]
  const method = currency?.methods.find(({ id }) => id === draft.method) ?? currency?.methods[0]
  return { token, currency, method }
}
