import type { WalletState } from '../walletState.ts'
import { element } from './element.ts'

/**
 * Creates a list of checkboxes for the wallet's accounts. The active account stays the first of the
 * picked ones.
 */
export function createAccountPicker(document: Document, { accounts, selected }: WalletState) {
  const boxes = accounts.map(({ address, label }) => {
    const box = element(document, 'input', {
      type: 'checkbox',
      checked: selected.includes(address),
    })
    const short = `${address.slice(0, 6)}…${address.slice(-4)}`
    return {
      address,
      box,
      row: element(
        document,
        'label',
        {},
        box,
        element(document, 'span', {}, label),
        element(document, 'code', {}, short),
      ),
    }
  })
  const checkedAddresses = () =>
    boxes.filter(({ box }) => box.checked).map(({ address }) => address)

  return {
    element: element(
      document,
      'fieldset',
      {},
      element(document, 'legend', {}, 'Accounts'),
      ...boxes.map(({ row }) => row),
    ),
    /** The checked accounts, the active one first. If it is empty, the selection stays. */
    picked: () =>
      checkedAddresses().sort(
        (address, otherAddress) => rank(selected, address) - rank(selected, otherAddress),
      ),
  }
}

function rank(selected: readonly string[], address: string): number {
  const place = selected.indexOf(address)
  return place === -1 ? selected.length : place
}
