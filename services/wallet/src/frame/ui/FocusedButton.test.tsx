// @vitest-environment jsdom
import { act, useState } from 'react'
import { expect, test } from 'vitest'
import { Button } from '@latchkey/ui/Button.tsx'
import { drawScreen, stubLayout } from '../testing/drawScreen.tsx'
import { FocusedButton } from './FocusedButton.tsx'
import { Screen } from './Screen.tsx'

function Steps() {
  const [isAsked, setAsked] = useState(false)
  return (
    <Screen title="Smart account" onClose={() => {}}>
      {isAsked ? (
        <FocusedButton>Cancel</FocusedButton>
      ) : (
        <Button className="turn-off" onClick={() => setAsked(true)} />
      )}
    </Screen>
  )
}

test('the button of a new step within a screen gets the focus', async () => {
  stubLayout()
  await drawScreen(<Steps />)
  await act(async () => document.querySelector<HTMLElement>('.turn-off')?.click())
  expect(document.activeElement?.textContent).toBe('Cancel')
})
