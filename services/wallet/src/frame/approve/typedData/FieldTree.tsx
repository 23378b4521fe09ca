import { Pieces } from '../message/MessageText.tsx'
import type { Field } from './readTypedData.ts'
import './fieldTree.css'

/**
 * The fields of typed data as a tree, exactly as they are signed. The types are shown because
 * a text may look like a number or like more fields.
 */
export function FieldTree({ fields }: { fields: readonly Field[] }) {
  return (
    <ul className="field-tree">
      {fields.map((field, index) => (
        <li key={index}>
          <span className="field-name">
            <Pieces text={field.name} />{' '}
            <span className="field-type">
              <Pieces text={field.type} />
            </span>
          </span>
          {field.value !== undefined && (
            <span className="field-value">
              <Pieces text={field.value} />
            </span>
          )}
          {field.fields && <FieldTree fields={field.fields} />}
        </li>
      ))}
    </ul>
  )
}
