// @vitest-environment jsdom
import { act, useState } from 'react'
import { expect, test } from 'vitest'
import { Button } from '@latchkey/ui/Button.tsx'
import { drawScreen, stubLayout } from '../testing/drawScreen.tsx'
import { FocusedButton } from './FocusedButton.tsx'
import { Screen } from './Screen.tsx'

const [title, label] = ['Smart account', 'Cancel']

function Steps() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Screen title={title} onClose={() => {}}>
      {isOpen ? (
        <FocusedButton>{label}</FocusedButton>
      ) : (
        <Button className="turn-off" onClick={() => setOpen(true)} />
      )}
    </Screen>
  )
}

test('the button of a new step within a screen gets the focus', async () => {
  stubLayout()
  await drawScreen(<Steps />)
  await act(async () => document.querySelector<HTMLElement>('.turn-off')?.click())
  expect(document.activeElement?.textContent).toBe(label)
})
