import { parseAmount } from '../../../../domains/send/amount/parseAmount.ts'
import { withoutUnit } from '../../../../domains/send/amount/withoutUnit.ts'
import { isSlippage } from '../../../../domains/swap/slippage.ts'

/** The maximum number of decimals of an entered slippage. */
const decimals = 2

/**
 * Reads a slippage that the visitor has typed or pasted; a percent sign is allowed. The result is
 * `empty`, a percentage, or `refused` if the text is not a number or is outside the bounds.
 * @param locale BCP 47
 */
export function readSlippage(
  text: string,
  locale: string,
): { status: 'empty' | 'refused' } | { status: 'percent'; percent: number } {
  const parsed = parseAmount(withoutUnit(text, ['%', '٪', '％']), decimals, locale)
  if (parsed.status !== 'amount') return parsed.status === 'empty' ? parsed : { status: 'refused' }
  const percent = Number(parsed.amount) / 10 ** decimals
  return isSlippage(percent) ? { status: 'percent', percent } : { status: 'refused' }
}
