import { createRoot } from 'react-dom/client'
import '../styles/preview.css'
import { announceWallet } from './announceWallet.ts'
import { Preview } from './Preview.tsx'
import { readServices } from './services.ts'

const root = document.getElementById('preview')
if (!root) throw new Error('preview.html lacks its #preview')
const services = await readServices()
announceWallet(services)
createRoot(root).render(<Preview services={services} />)
