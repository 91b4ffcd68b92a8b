import { Gantt } from '@svar-ui/react-gantt'
import { useGantt } from 'triptych-client/react'
import { server, tellError } from './server.js'
import '@svar-ui/react-gantt/all.css'

export function Plan() {
  const plan = useGantt({ server, onError: tellError })
  return (
    <div style={{ height: 'calc(100vh - 50px)' }}>
      <Gantt {...plan.props} />
    </div>
  )
}
