import { html, raw, type Html } from '@latchkey/server/html'
import { Alert } from '@latchkey/ui/alert/Alert.tsx'
import { Button } from '@latchkey/ui/Button.tsx'
import { Details } from '@latchkey/ui/details/Details.tsx'
import { Fact, Facts } from '@latchkey/ui/facts/Facts.tsx'
import { Field } from '@latchkey/ui/field/Field.tsx'
import { Icon } from '@latchkey/ui/icons.tsx'
import { Mark } from '@latchkey/ui/Mark.tsx'
import { Progress } from '@latchkey/ui/Progress.tsx'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { alert, button, details, fact, facts, field, icon, mark, outcome } from './parts.ts'

const link = html`<a href="#name">Enter a name</a>`
const reactLink = <a href="#name">Enter a name</a>

test.each<{ part: string; ours: Html; theirs: ReactElement }>([
  {
    part: 'an icon',
    ours: icon('warning'),
    theirs: <Icon name="warning" />,
  },
  {
    part: 'a button',
    ours: button('primary', { name: 'do', value: 'pay', text: 'Pay <€5>' }),
    theirs: (
      <Button type="submit" variant="primary" name="do" value="pay">
        {'Pay <€5>'}
      </Button>
    ),
  },
  {
    part: 'a field with a note',
    ours: field({ id: 'cvc', label: 'Code', note: 'Three digits', attributes: raw('name="cvc"') }),
    theirs: <Field id="cvc" label="Code" note="Three digits" name="cvc" />,
  },
  {
    part: 'a field with a fault',
    ours: field({
      id: 'cvc',
      label: 'Code',
      note: 'x',
      fault: 'Wrong',
      attributes: raw('name="cvc"'),
    }),
    theirs: <Field id="cvc" label="Code" note="x" fault="Wrong" name="cvc" />,
  },
  {
    part: 'a field with neither',
    ours: field({ id: 'cvc', label: 'Code', attributes: raw('name="cvc"') }),
    theirs: <Field id="cvc" label="Code" name="cvc" />,
  },
  {
    part: 'an alert',
    ours: alert('danger', 'alert', 'Check it', link),
    theirs: (
      <Alert level="danger" title="Check it">
        {reactLink}
      </Alert>
    ),
  },
  {
    part: 'a warning that is a note',
    ours: alert('warning', 'note', 'No real money'),
    theirs: <Alert level="warning" role="note" title="No real money" />,
  },
  {
    part: 'facts',
    ours: facts([fact('Fee', html`<bdi>€1</bdi>`), fact('Total', link, true)]),
    theirs: (
      <Facts>
        <Fact name="Fee">€1</Fact>
        <Fact name="Total" isTotal>
          {reactLink}
        </Fact>
      </Facts>
    ),
  },
  {
    part: 'details',
    ours: details('Test cards', false, link),
    theirs: <Details label="Test cards">{reactLink}</Details>,
  },
])('$part has the same HTML as the React component', ({ ours, theirs }) => {
  expect(ours.toString()).toBe(renderToStaticMarkup(theirs))
})

test('a mark and an outcome have the same CSS classes as the React components', () => {
  const classesIn = (text: string) => [...text.matchAll(/class="([^"]+)"/g)].map(([, name]) => name)
  const reactMark = (
    <Mark isLarge>
      <Icon name="check" />
    </Mark>
  )
  const ofMark = classesIn(renderToStaticMarkup(reactMark))
  expect(classesIn(mark('check', 'good').toString())).toEqual(ofMark)
  const ofProgress = classesIn(
    renderToStaticMarkup(
      <Progress status="done" picture={reactMark} title="Paid" text="On its way" />,
    ),
  )
  const ours = classesIn(outcome(mark('check', 'good'), 'Paid', 'On its way').toString())
  expect(ours.filter((name) => !ofProgress.includes(name))).toEqual([])
})
