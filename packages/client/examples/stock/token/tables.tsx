import { RestDataProvider } from '@svar-ui/grid-data-provider'
import { Grid, Willow } from '@svar-ui/react-grid'
import type { IRow } from '@svar-ui/react-grid'
import { createRoot } from 'react-dom/client'
import '@svar-ui/react-grid/all.css'

const url = 'http://localhost:3200'
const headers = { Authorization: 'Bearer trp_…' }

const provider = new RestDataProvider<IRow>(`${url}/films`)
provider.setHeaders(headers)
const data = await provider.getData()
const { svar } = await (await fetch(`${url}/tables/films`, { headers })).json()

createRoot(document.getElementById('root')!).render(
  <Willow>
    <div style={{ height: '100vh' }}>
      <Grid data={data} columns={svar.columns} init={(api) => api.setNext(provider)} />
    </div>
  </Willow>,
)
