'use client'
import { Grid, Willow } from '@svar-ui/react-grid'
import { openServer } from 'triptych-client'
import { useTable } from 'triptych-client/react'
import '@svar-ui/react-grid/all.css'

const server = openServer({ url: '/api' })

export default function Page() {
  const films = useTable({ server, table: 'films', onError: ({ error }) => alert(error.message) })
  return (
    <Willow>
      <div style={{ height: '100vh' }}>
        <Grid {...films.props} />
      </div>
    </Willow>
  )
}
