import type { SwapToken } from '../../../core/facets/swap.ts'
import { formatUnits } from '../../../core/formatUnits.ts'
import { formatExact, formatFee, formatSum } from '../../account/formatExact.ts'

type Token = Pick<SwapToken, 'decimals' | 'symbol'>

/** An exact amount with its symbol, with all its decimals. */
export const exactText = (amount: bigint, { decimals, symbol }: Token, locale: string): string => `${formatExact(formatUnits(amount, decimals), locale)} ${symbol}`

/** An expected amount with its symbol, to six decimals. */
export const sumText = (amount: bigint, { decimals, symbol }: Token, locale: string): string => `${formatSum(formatUnits(amount, decimals), locale)} ${symbol}`

/** A fee with its symbol, to three significant digits. */
export const feeText = (amount: bigint, { decimals, symbol }: Token, locale: string): string => `${formatFee(formatUnits(amount, decimals), locale)} ${symbol}`
