// @vitest-environment jsdom
import fc from 'fast-check'
import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { mainnet } from 'viem/chains'
import { expect, onTestFinished, test } from 'vitest'
import { createKit } from '../../../exports/index.ts'
import { KitProvider } from '../../../exports/react.ts'
import { createFakeAdapter, memoryStorage } from '../../../exports/testing.ts'
import { readLabel } from '../../../domains/names/readLabel.ts'
import { NameField } from './NameField.tsx'

const zone = 'reown.id'

/**
 * Renders the field on a page in this language. `write` returns the field's text after an input.
 */
async function start(lang: string) {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  document.documentElement.lang = lang
  const kit = createKit({
    metadata: { name: 'My site', url: 'https://example.org' },
    networks: [mainnet],
    adapters: [createFakeAdapter()],
    storage: memoryStorage(),
  })
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(async () => {
    await act(() => root.unmount())
    place.remove()
    document.documentElement.lang = ''
  })
  const held = { text: '' }
  function Field() {
    const [text, setText] = useState('')
    held.text = text
    return (
      <NameField
        text={text}
        zone={zone}
        read={readLabel(text, zone)}
        availability={{ status: 'unasked' }}
        isTried={false}
        onChange={setText}
      />
    )
  }
  await act(async () =>
    root.render(
      <KitProvider kit={kit}>
        <Field />
      </KitProvider>,
    ),
  )
  const input = place.querySelector('input')
  if (!input) throw new Error('There is no field')
  const write = async (text: string, caret = text.length) => {
    // sets the value past React, which otherwise would not notice a change
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.setSelectionRange(caret, caret)
    await act(async () => void input.dispatchEvent(new Event('input', { bubbles: true })))
    return input.value
  }
  return { write, held, input }
}

test.each(['en', 'tr', 'az', 'lt', 'el'])(
  'on a page in the language %s, the shown name equals the registered name',
  async (lang) => {
    const { write, held, input } = await start(lang)
    expect(await write('ISTANBUL')).toBe('istanbul')
    expect(readLabel(held.text, zone)).toMatchObject({ label: 'istanbul' })
    expect(await write('ALICE.REOWN.ID')).toBe('alice')
    expect(await write('İSTANBUL')).not.toBe('istanbul')
    expect(readLabel(held.text, zone)).toMatchObject({ status: 'refused', fault: 'characters' })
    await write('isTanbul', 3)
    expect(input.selectionStart).toBe(3)
  },
)

test('a valid name equals the shown text, for any input', async () => {
  const { write, held } = await start('tr')
  const part = fc.constantFrom(
    'I',
    'i',
    'İ',
    'ı',
    'K',
    '\u212a',
    'ſ',
    'A',
    'Z',
    'ß',
    'Σ',
    'ς',
    '4',
    '-',
    '.',
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { minLength: 1, maxLength: 12 }).map((parts) => parts.join('')),
      async (text) => {
        const seen = await write(text)
        const read = readLabel(held.text, zone)
        expect(read.status === 'refused' ? 'refused' : seen).toBe(
          read.status === 'refused' ? 'refused' : read.label,
        )
      },
    ),
  )
})
