import { Grid } from '@svar-ui/react-grid'
import { useTable } from 'triptych-client/react'
import { server, tellError } from './server.js'
import '@svar-ui/react-grid/all.css'

export function Films() {
  const films = useTable({ server, table: 'films', onError: tellError })
  return (
    <div style={{ height: 'calc(100vh - 50px)' }}>
      <Grid {...films.props} undo />
    </div>
  )
}
