import { createRoot } from 'react-dom/client'
import '../styles/playground.css'
import { Playground } from './Playground.tsx'

const root = document.getElementById('playground')
if (!root) throw new Error('playground.html lacks its #playground')
createRoot(root).render(<Playground />)
