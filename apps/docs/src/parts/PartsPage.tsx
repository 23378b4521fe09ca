import { parts } from './parts.tsx'
import { Stage } from './Stage.tsx'

/** Shows every component of `packages/ui` in its states, dark and light. */
export function PartsPage() {
  return parts.map(({ name, module, states: States }) => (
    <section className="part" key={name} aria-labelledby={`part-${name}`}>
      <h2 id={`part-${name}`}>{name}</h2>
      <p>
        <code>@latchkey/ui/{module}</code>
      </p>
      <div className="part-stages">
        <Stage mode="dark">
          <States mode="dark" />
        </Stage>
        <Stage mode="light">
          <States mode="light" />
        </Stage>
      </div>
    </section>
  ))
}
