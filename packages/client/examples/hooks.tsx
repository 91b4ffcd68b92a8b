import { Grid, Willow } from '@svar-ui/react-grid'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { openData } from 'triptych-client/data'
import { openServer } from 'triptych-client'
import { useLive, useTable } from 'triptych-client/react'
import '@svar-ui/react-grid/all.css'

const server = openServer({ url: 'http://localhost:3200' })
const { rows, tasks } = openData(server)

function Films() {
  const films = useTable({ server, table: 'films' })
  const { data } = useLive(() => rows('films').live({ limit: 1 }), [])
  return (
    <Willow>
      <p>
        {films.load.state}, {data?.total} films
      </p>
      <div style={{ height: 400 }}>
        <Grid {...films.props} />
      </div>
    </Willow>
  )
}

function App() {
  const [isShown, setIsShown] = useState(true)
  const { data } = useLive(() => tasks.live(), [])
  return (
    <>
      <button onClick={() => setIsShown(!isShown)}>Toggle</button>
      <p>{data?.map(({ text }) => text).join(', ')}</p>
      {isShown && <Films />}
    </>
  )
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
