import { Grid, Willow } from '@svar-ui/react-grid'
import { connectTable, emptyTable, openServer } from 'triptych-client'
import { createRoot } from 'react-dom/client'
import '@svar-ui/react-grid/all.css'

const server = openServer({ url: 'http://localhost:3200' })

function App() {
  return (
    <Willow>
      <div style={{ height: '100vh' }}>
        <Grid
          {...emptyTable}
          undo
          init={(api) => {
            connectTable(api, {
              server,
              table: 'films',
              onError: ({ error }) => alert(error.message),
            })
          }}
        />
      </div>
    </Willow>
  )
}

createRoot(document.getElementById('root')!).render(<App />)
