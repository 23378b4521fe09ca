import { expect, onTestFinished, test } from 'vitest'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { startTestKit } from '../../session/startTestKit.ts'
import { memoryStorage } from '../../core/storage/storage.ts'
import {
  contactsOf,
  followLabels,
  labelOf,
  removeContact,
  restoreLabels,
  saveContact,
} from './addressBook.ts'

const lena = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const other = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const key = '@latchkey/address-book'

test('a contact is found by its address in any case, and its label is in the state', () => {
  const { kit } = startTestKit()
  expect(
    saveContact(kit, { label: '  Lena \u202E from\nthe  harbour ', address: lena }),
  ).toMatchObject({
    status: 'saved',
    contact: { label: 'Lena from the harbour', namespace: 'eip155' },
  })
  expect(labelOf(kit, lena.toLowerCase())).toBe('Lena from the harbour')
  expect(labelOf(kit, other)).toBeUndefined()
  expect(kit.getState().addressLabels).toEqual({ [lena.toLowerCase()]: 'Lena from the harbour' })
  removeContact(kit, lena.toLowerCase())
  expect([contactsOf(kit), labelOf(kit, lena)]).toEqual([[], undefined])
})

test('contacts are restored after a reload', () => {
  const { kit, storage } = startTestKit()
  saveContact(kit, { label: 'Lena', address: lena })
  const again = startTestKit({ storage })
  expect(labelOf(again.kit, lena)).toBe('Lena')
  restoreLabels(again.kit)
  expect(again.kit.getState().addressLabels).toEqual({ [lena.toLowerCase()]: 'Lena' })
})

test('each address has at most one label, and each label at most one address', () => {
  const { kit } = startTestKit()
  const save = (label: string, address: string, replaced?: string) => {
    const saved = saveContact(kit, { label, address }, replaced)
    return saved.status === 'saved' ? 'saved' : saved.fault
  }
  expect(save('Lena', lena)).toBe('saved')
  expect(save('Other', lena.toLowerCase())).toBe('addressTaken')
  expect(save('ＬＥＮＡ', other)).toBe('labelTaken')
  expect(save(' \u200b ', other)).toBe('labelEmpty')
  expect(save('Other', '0x12')).toBe('addressInvalid')
  expect(save('Magdalena', other, lena)).toBe('saved')
  expect(contactsOf(kit)).toEqual([{ label: 'Magdalena', address: other, namespace: 'eip155' }])
  expect(save('magdalena', other, other)).toBe('saved')
})

test('a label is cut after forty characters, and no character is split', () => {
  const { kit } = startTestKit()
  saveContact(kit, { label: '🥖'.repeat(60), address: lena })
  expect(labelOf(kit, lena)).toBe('🥖'.repeat(40))
})

test.each(['👩‍🚀', 'Crew 🏴‍☠️', '🏴󠁧󠁢󠁳󠁣󠁴󠁿 Isla', 'می‌خواهم', '👨‍👩‍👧‍👦 home'])(
  'the label %s is stored as it was written, also after a reload',
  (label) => {
    const { kit, storage } = startTestKit()
    expect(saveContact(kit, { label, address: lena })).toMatchObject({ contact: { label } })
    expect(contactsOf(startTestKit({ storage }).kit)).toMatchObject([{ label }])
  },
)

test('an emoji that does not fit completely is left out', () => {
  const { kit } = startTestKit()
  saveContact(kit, { label: `${'a'.repeat(38)}👩‍🚀`, address: lena })
  expect(labelOf(kit, lena)).toBe('a'.repeat(38))
})

test.each([
  'nonsense',
  '{}',
  '42',
  'null',
  '[1, null, "x", {}]',
  JSON.stringify([
    { label: 1, address: lena },
    { label: 'x', address: 'javascript:alert(1)' },
    { label: 'x', address: lena, namespace: 'moon' },
  ]),
])('invalid stored text gives no contacts: %s', (text) => {
  const { kit, storage } = startTestKit()
  storage.setItem(key, text)
  expect(contactsOf(kit)).toEqual([])
  expect(labelOf(kit, lena)).toBeUndefined()
})

test('if the storage is partly invalid, the valid contacts are read', () => {
  const { kit, storage } = startTestKit()
  const twice = { label: 'Lena', address: lena.toLowerCase() }
  storage.setItem(
    key,
    JSON.stringify([
      { label: 'B\u0000\u202Eaker', address: other, extra: true },
      twice,
      { ...twice, label: 'Twin' },
      { label: '', address: other },
    ]),
  )
  expect(contactsOf(kit)).toEqual([
    { label: 'Baker', address: other, namespace: 'eip155' },
    { ...twice, namespace: 'eip155' },
  ])
})

test('of many stored contacts only 200 are read, and a new contact is refused as `full`', () => {
  const { kit, storage } = startTestKit()
  storage.setItem(
    key,
    JSON.stringify(
      Array.from({ length: 5_000 }, (_, index) => ({
        label: `n${index}`,
        address: `0x${index.toString(16).padStart(40, '0')}`,
      })),
    ),
  )
  expect(contactsOf(kit)).toHaveLength(200)
  const more = saveContact(kit, { label: 'Lena', address: lena })
  expect(more).toEqual({ status: 'refused', fault: 'full' })
})

test('the text `constructor` is not found as a contact', () => {
  expect(labelOf(startTestKit().kit, 'constructor')).toBeUndefined()
})

test('after a return from the bfcache, the page shows the labels that another tab has stored', () => {
  const page = startTestPage()
  const storage = memoryStorage()
  const [tab, another] = [startTestKit({ storage }).kit, startTestKit({ storage }).kit]
  onTestFinished(followLabels(tab))
  saveContact(another, { label: 'Lena', address: lena })
  expect(tab.getState().addressLabels).toBeUndefined()
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(tab.getState().addressLabels).toEqual({ [lena.toLowerCase()]: 'Lena' })
})
