import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { FailureBoundary } from './failure-boundary.tsx'
import { Gate } from './gate.tsx'

createRoot(document.getElementById('root')!).render(
  <FailureBoundary>
    <Gate>
      <App />
    </Gate>
  </FailureBoundary>,
)
