// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { drawScreen, press, release, stubLayout } from '../testing/drawScreen.tsx'
import { GuardContext } from './GuardContext.ts'
import { GuardedButton } from './GuardedButton.tsx'
import { GuardedForm, GuardedSubmit } from './GuardedForm.tsx'

const words = { go: 'Go' }

test.each(['button', 'form'])('a %s that comes while the screen of before could be pressed can’t be pressed before its own has settled', async (kind) => {
  stubLayout()
  const pressed: string[] = []
  const go = () => void pressed.push(kind)
  const inner = kind === 'button' ? <GuardedButton onPress={go}>{words.go}</GuardedButton> : <GuardedForm onSubmit={go}><GuardedSubmit>{words.go}</GuardedSubmit></GuardedForm>
  const { button, draw } = await drawScreen(<GuardContext value="ready">{inner}</GuardContext>)
  await press(button('Go'))
  await release(button('Go'))
  expect(pressed).toEqual([])
  await draw(<GuardContext value="settling">{inner}</GuardContext>)
  await draw(<GuardContext value="ready">{inner}</GuardContext>)
  await press(button('Go'))
  await release(button('Go'))
  expect(pressed).toEqual([kind])
})
