// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { drawScreen, enter, press, release, stubLayout } from '../testing/drawScreen.tsx'
import { GuardContext } from './GuardContext.ts'
import { GuardedButton } from './GuardedButton.tsx'
import { GuardedForm, GuardedSubmit } from './GuardedForm.tsx'

const words = { go: 'Go', name: 'Name' }

test.each(['button', 'form'])(
  'a %s that replaces a pressable screen can’t be pressed until its own guard time ends',
  async (kind) => {
    stubLayout()
    const pressed: string[] = []
    const go = () => void pressed.push(kind)
    const inner =
      kind === 'button' ? (
        <GuardedButton onPress={go}>{words.go}</GuardedButton>
      ) : (
        <GuardedForm onSubmit={go}>
          <GuardedSubmit>{words.go}</GuardedSubmit>
        </GuardedForm>
      )
    const { button, draw } = await drawScreen(<GuardContext value="ready">{inner}</GuardContext>)
    await press(button('Go'))
    await release(button('Go'))
    expect(pressed).toEqual([])
    await draw(<GuardContext value="settling">{inner}</GuardContext>)
    await draw(<GuardContext value="ready">{inner}</GuardContext>)
    await press(button('Go'))
    await release(button('Go'))
    expect(pressed).toEqual([kind])
  },
)

test.each([
  ['during a composition', { isComposing: true }],
  ['at the end of a composition in Safari', { keyCode: 229 }],
])('Enter %s of an input method does not submit the form', async (_, taken) => {
  stubLayout()
  let submitted = 0
  const form = (
    <GuardedForm onSubmit={() => (submitted += 1)}>
      <input aria-label={words.name} />
      <GuardedSubmit>{words.go}</GuardedSubmit>
    </GuardedForm>
  )
  const { button, draw } = await drawScreen(<GuardContext value="settling">{form}</GuardContext>)
  await draw(<GuardContext value="ready">{form}</GuardContext>)
  const field = button('Go').closest('form')?.querySelector('input')
  if (!field) throw new Error('The field was not drawn')
  await enter(field, false, taken)
  expect(submitted).toBe(0)
  await enter(field)
  expect(submitted).toBe(1)
})
