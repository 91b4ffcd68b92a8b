import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { Gate } from './gate.tsx'

createRoot(document.getElementById('root')!).render(
  <Gate>
    <App />
  </Gate>,
)
