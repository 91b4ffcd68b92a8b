import { Editor, Gantt, Toolbar, Willow } from '@svar-ui/react-gantt'
import type { IApi } from '@svar-ui/react-gantt'
import { connectGantt, openServer } from 'triptych-client'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import '@svar-ui/react-gantt/all.css'

const server = openServer({ url: 'http://localhost:3200' })

function App() {
  const [api, setApi] = useState<IApi>()

  function connect(gantt: IApi) {
    setApi(gantt)
    connectGantt(gantt, {
      server,
      onError: ({ error }) => alert(error.message),
    })
  }

  return (
    <Willow>
      {api && <Toolbar api={api} />}
      <div style={{ height: 'calc(100vh - 50px)' }}>
        <Gantt init={connect} />
        {api && <Editor api={api} />}
      </div>
    </Willow>
  )
}

createRoot(document.getElementById('root')!).render(<App />)
