import { createRoot } from 'react-dom/client'
import '../styles/parts.css'
import { PartsPage } from './PartsPage.tsx'

const root = document.getElementById('parts')
if (!root) throw new Error('parts.html lacks its #parts')
createRoot(root).render(<PartsPage />)
