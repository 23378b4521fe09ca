import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Page } from './Page.tsx'

function Button() {
  const [isPressed, setPressed] = useState(false)
  return (
    <button type="button" className="page-button" onClick={() => setPressed(!isPressed)}>
      {isPressed ? 'Pressed' : 'Press'}
    </button>
  )
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <Page>
      <Button />
    </Page>,
  )
